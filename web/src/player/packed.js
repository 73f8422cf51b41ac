// packed.js: the words of the languages, as far as they are packed with the program: player.js fills it in.
export const packed = {};
