import { linkTarget } from '@rd4-loket/contract'
import { getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useId, useState } from 'react'
import fieldStyles from '../../kit/forms/Field.module.css'
import { useField } from '../../kit/forms/Form.tsx'
import textStyles from '../../kit/forms/RichText.module.css'
import { parseRichText, type RichTextNode } from '../../kit/forms/RichText.tsx'
import { withoutRejectedAttributes } from './pasted-html.ts'
import styles from './RichTextField.module.css'
import { RichTextToolbar } from './RichTextToolbar.tsx'

/** The marks and nodes that the server stores: paragraphs, bold, italic, lists and links. */
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    trailingNode: false,
    underline: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      // The server stores links to web pages only, no e-mail addresses.
      shouldAutoLink: (url) => !url.includes('@'),
      isAllowedUri: (url, { defaultValidate }) => defaultValidate(linkTarget(url)),
    },
  }),
]
const schema = getSchema(extensions)

const toDom = (part: RichTextNode): Node => {
  if (typeof part === 'string') return document.createTextNode(part)
  const element = document.createElement(part.tag)
  if (part.href) element.setAttribute('href', part.href)
  element.append(...part.children.map(toDom))
  return element
}

/** Converts rich text to the editor's document. */
function documentOf(html: string) {
  const root = document.createElement('div')
  root.append(...parseRichText(html).map(toDom))
  return DOMParser.fromSchema(schema).parse(root).toJSON()
}

/** A field for rich text: bold, italic, lists and links. */
export function RichTextField({ name, label }: { name: string; label: string }) {
  const { id, value, error, onChange } = useField(name)
  const labelId = useId()
  const [initial] = useState(() => documentOf(value))
  const editor = useEditor({
    extensions,
    content: initial,
    // The content security policy blocks styles that scripts insert. Our style sheet holds them.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: withoutRejectedAttributes,
      attributes: {
        id,
        role: 'textbox',
        class: `${styles.text} ${textStyles.text}`,
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        'aria-invalid': error ? 'true' : 'false',
        ...(error ? { 'aria-describedby': `${id}-error` } : {}),
      },
    },
    onUpdate: ({ editor: now }) => onChange({ currentTarget: { value: now.isEmpty ? '' : now.getHTML() } }),
  })
  return (
    <div>
      <div className={fieldStyles.label} id={labelId}>
        {label}
      </div>
      <div className={styles.field} data-invalid={error ? true : undefined}>
        {editor && <RichTextToolbar editor={editor} />}
        <EditorContent editor={editor} />
      </div>
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
      <input type="hidden" name={name} value={value} />
    </div>
  )
}
