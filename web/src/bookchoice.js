// bookchoice.js: the mazes that are chosen for the book.
import { storage } from "./storage.js";

const KEY = "book.chosen";

export const chosenForBook = () => storage.get(KEY, []).filter((id) => typeof id === "string");
export const chooseForBook = (ids) => storage.set(KEY, [...new Set(ids)]);
export const addToBook = (...ids) => chooseForBook([...chosenForBook(), ...ids]);
