/** Browser translation replaces text nodes. React would fail when it removes such a text, or inserts an element before it. */
export function tolerateTranslation() {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child) {
    const own = findOwnChild(this, child)
    if (own) removeChild.call(this, own)
    return child
  }
  Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, before: Node | null) {
    insertBefore.call(this, added, before && findOwnChild(this, before))
    return added
  }
}

/** The child of `parent` that is or contains `node`, or null. */
function findOwnChild(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
