// parts.h: what a core that only plays leaves out. The page begins with such a core, play.wasm,
// because it is half as large as the whole one; web/CMakeLists.txt compiles the files that use this
// twice.
#ifndef MW_PARTS_H
#define MW_PARTS_H

#ifdef MAZEWRIGHT_ONLY_PLAYS
#define MW_MAKES(part) NULL
#else
#define MW_MAKES(part) (part)
#endif

#endif
