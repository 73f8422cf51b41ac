// es.js: the page in Spanish. page: its own sentences; core: those of the C core (../phrases.js).
export const page = {
  "Play": "Jugar",
  "Search": "Buscar",
  "Design": "Diseñar",
  "Edit": "Editar",
  "Marble": "Canica",
  "Book": "Libro",
  "The server does not answer any more: everything but {kinds} mazes is done here from now on.":
    "El servidor ya no responde: a partir de ahora todo se hace aquí, salvo los laberintos {kinds}.",
  "The server does not answer any more: everything is done here from now on.":
    "El servidor ya no responde: a partir de ahora todo se hace aquí.",
  "Native": "Nativo",
  "Long work is done by the server, on {n} {n:thread|threads}":
    "El servidor hace los trabajos largos, con {n} {n:hilo|hilos}",
  "Long work is done in this browser": "Este navegador hace los trabajos largos",
  "Language": "Idioma",
  "Skip to the maze": "Saltar al laberinto",
  "Views": "Vistas",
  "Light or dark": "Claro u oscuro",
  "The page cannot start: {why}": "La página no puede empezar: {why}",
  "Close": "Cerrar",
  "Link copied.": "Enlace copiado.",
  "Link to this maze": "Enlace a este laberinto",
  "Link": "Enlace",
};

export const core = {
};
