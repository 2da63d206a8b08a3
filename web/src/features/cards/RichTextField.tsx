import { linkTarget } from '@rd4-loket/contract'
import { type ChainedCommands, getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../kit/buttons/Button.tsx'
import fieldStyles from '../../kit/forms/Field.module.css'
import { useField } from '../../kit/forms/Form.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import textStyles from '../../kit/forms/RichText.module.css'
import { parseRichText, type RichTextNode } from '../../kit/forms/RichText.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { withoutRejectedAttributes } from './pasted-html.ts'
import styles from './RichTextField.module.css'

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
      // The server stores only links to web pages, and no links to e-mail addresses.
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
    // The content security policy blocks styles that scripts insert. RichTextField.module.css has these styles.
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
        <p id={`${id}-error`} className={`error small ${fieldStyles.error}`}>
          {error}
        </p>
      )}
      <input type="hidden" name={name} value={value} />
    </div>
  )
}

/** Focuses the text at once. The editor's own focus command waits a frame, so keys typed in that frame are lost. */
function chainInText(editor: Editor) {
  editor.view.focus()
  return editor.chain()
}

const tools: { icon: IconName; label: string; state: string; toggle: (it: ChainedCommands) => ChainedCommands }[] = [
  { icon: 'bold', label: 'Vet', state: 'bold', toggle: (it) => it.toggleBold() },
  { icon: 'italic', label: 'Cursief', state: 'italic', toggle: (it) => it.toggleItalic() },
  { icon: 'bullet-list', label: 'Opsomming', state: 'bulletList', toggle: (it) => it.toggleBulletList() },
  { icon: 'ordered-list', label: 'Genummerde lijst', state: 'orderedList', toggle: (it) => it.toggleOrderedList() },
]

/** Links the selection, or changes the link around the cursor. Without either, inserts the typed URL as a link. */
function setLink(editor: Editor, typed: string) {
  const href = linkTarget(typed)
  const chain = chainInText(editor).extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link'))
    return chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
  return chain.setLink({ href }).run()
}

function LinkBar({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [typed, type] = useState<string>(editor.getAttributes('link').href ?? '')
  const apply = () => {
    if (typed.trim()) setLink(editor, typed)
    else chainInText(editor).extendMarkRange('link').unsetLink().run()
    onDone()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      editor.view.focus()
      onDone()
    }
    if (event.key !== 'Enter') return
    // Enter applies the link. It must not submit the form around this field.
    event.preventDefault()
    apply()
  }
  return (
    <div className={`row ${styles.link}`}>
      <TextInput
        label="Adres van de link"
        description="Bijvoorbeeld www.rd4.nl. Leeg laten haalt de link weg."
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={keys}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoFocus
      />
      <Button variant="default" size="md" onClick={apply}>
        Link maken
      </Button>
    </div>
  )
}

/** The formatting buttons. A button is shown as pressed if its format is active at the cursor. */
function RichTextToolbar({ editor }: { editor: Editor }) {
  const [linking, setLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      Object.fromEntries([...tools.map(({ state }) => state), 'link'].map((state) => [state, now.isActive(state)])),
  })
  const buttons = [
    ...tools.map((tool) => ({ ...tool, onClick: () => tool.toggle(chainInText(editor)).run() })),
    { icon: 'link' as const, label: 'Link', state: 'link', onClick: () => setLinking(!linking) },
  ]
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would name the text below as one of the tools. */}
      <div className={`row ${styles.toolbar}`} role="group" aria-label="Opmaak">
        {buttons.map(({ icon, label, state, onClick }) => (
          <button
            key={icon}
            type="button"
            className={`icon-button ${styles.tool}`}
            aria-label={label}
            title={label}
            aria-pressed={active[state] ?? false}
            // The text keeps the focus and the selection when the button is clicked.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onClick}
          >
            <Icon name={icon} size={20} />
          </button>
        ))}
      </div>
      {linking && <LinkBar editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}
