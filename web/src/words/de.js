// de.js: the page in German. page: its own sentences; core: those of the C core (../phrases.js).
export const page = {
  "Play": "Spielen",
  "Search": "Suchen",
  "Design": "Entwerfen",
  "Edit": "Editor",
  "Marble": "Murmel",
  "Book": "Buch",
  "The server does not answer any more: everything but {kinds} mazes is done here from now on.":
    "Der Server antwortet nicht mehr: Ab jetzt wird alles außer {kinds}-Labyrinthen hier erledigt.",
  "The server does not answer any more: everything is done here from now on.":
    "Der Server antwortet nicht mehr: Ab jetzt wird alles hier erledigt.",
  "Native": "Nativ",
  "Long work is done by the server, on {n} {n:thread|threads}":
    "Lange Arbeiten erledigt der Server, mit {n} {n:Thread|Threads}",
  "Long work is done in this browser": "Lange Arbeiten erledigt dieser Browser",
  "Language": "Sprache",
  "Skip to the maze": "Zum Labyrinth springen",
  "Views": "Ansichten",
  "Light or dark": "Hell oder dunkel",
  "The page cannot start: {why}": "Die Seite kann nicht starten: {why}",
  "Close": "Schließen",
  "Link copied.": "Link kopiert.",
  "Link to this maze": "Link zu diesem Labyrinth",
  "Link": "Link",
};

export const core = {
};
