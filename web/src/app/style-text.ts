type Policy = { createHTML: (text: string, type?: string, sink?: string) => string }

declare global {
  interface Window {
    /** Not every browser has it, and TypeScript knows it in none. */
    trustedTypes?: { createPolicy: (name: string, policy: Policy) => unknown }
  }
}

/**
 * What may become part of the page as text: style sheets, which the parts of the screen write for themselves. Nothing with a
 * `<` in it can, so no element and no script comes into being that way. Whoever asks the policy itself, instead of the
 * browser asking it, is refused: the notice editor then reads what is pasted in a document of its own.
 */
export const styleText: Policy = {
  createHTML(text, _type, sink) {
    if (sink === undefined || text.includes('<')) throw new TypeError('No text becomes HTML here')
    return text
  },
}

/** Lets style sheets through the page's `require-trusted-types-for 'script'`; called before anything is drawn. */
export const allowStyleText = () => window.trustedTypes?.createPolicy('default', styleText)
