# cmake -Dcommand= -Dscdoc= -Dfolder= -Ddocs= -P manual.cmake writes the manual pages into the folder.
# The list of verbs is taken from SEE ALSO of mazewright(1), which the command writes.
function(page name)
  execute_process(COMMAND ${scdoc} INPUT_FILE ${folder}/${name}.scd
    OUTPUT_FILE ${folder}/${name} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${command} help --man OUTPUT_VARIABLE overview COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "mazewright-[a-z]+\\*\\(1\\)" verbs "${overview}")
foreach(verb ${verbs})
  string(REGEX REPLACE "mazewright-([a-z]+).*" "\\1" verb ${verb})
  execute_process(COMMAND ${command} help --man ${verb}
    OUTPUT_FILE ${folder}/mazewright-${verb}.1.scd COMMAND_ERROR_IS_FATAL ANY)
  page(mazewright-${verb}.1)
endforeach()
execute_process(COMMAND awk -f ${CMAKE_CURRENT_LIST_DIR}/manual.awk ${docs}/formats.md
  OUTPUT_FILE ${folder}/mazewright.5.scd COMMAND_ERROR_IS_FATAL ANY)
page(mazewright.5)
file(COPY ${docs}/mazewright.3.scd DESTINATION ${folder}) # of the library, written by make reference
page(mazewright.3)
file(WRITE ${folder}/mazewright.1.scd "${overview}")
page(mazewright.1)
