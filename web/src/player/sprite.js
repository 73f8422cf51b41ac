// sprite.js: the icons of ../../icons.svg as elements, for a shadow tree: a file of their own could not be
// reached from other sites. build.mjs reads the file into a tree of [tag, attributes, children].
import tree from "../../icons.svg";

function made([tag, attributes, children]) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children.map(made));
  return node;
}

export function sprite() {
  const node = made(tree);
  node.setAttribute("class", "sprite");
  node.setAttribute("aria-hidden", "true");
  return node;
}
