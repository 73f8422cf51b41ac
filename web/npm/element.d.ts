// Types of the element <mazewright-maze>, which the module defines when it is loaded.

/** What the events `ready`, `move` and `solved` tell. */
export interface MazeEvent {
  /** The maze itself as text. */
  id: string;
  /** The moves so far, and how many there are. */
  moves: string;
  length: number;
  status: "open" | "solved" | "lost";
}

export interface MazeError {
  id: string | null;
  message: string;
  /** Where in the text of the maze; undefined or 0: nowhere in particular. */
  line?: number;
  column?: number;
}

export class MazewrightMaze extends HTMLElement {
  /** The attribute `maze`, an id; or the attribute `id` if it is one. */
  get maze(): string | null;
  set maze(id: string | null);
  /** The moves so far; set, they are replayed from the beginning. */
  get moves(): string;
  set moves(text: string);
  /** null: no maze is open. */
  readonly status: "open" | "solved" | "lost" | null;
  /** The height with which nothing is cut off, in a place as wide as now. */
  readonly naturalHeight: number;
  move(word: string): void;
  undo(): void;
  redo(): void;
  restart(): void;
  /** Does what a key does; false: nothing. */
  press(event: KeyboardEvent): boolean;
}

declare global {
  interface HTMLElementTagNameMap {
    "mazewright-maze": MazewrightMaze;
  }
}
