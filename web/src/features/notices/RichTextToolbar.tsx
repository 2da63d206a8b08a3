import { linkTarget } from '@rd4-loket/contract'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../kit/buttons/Button.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import styles from './RichTextField.module.css'

/** Focuses the text at once. The editor's own command waits a frame, and loses the keys typed until then. */
function chainInText(editor: Editor) {
  editor.view.focus()
  return editor.chain()
}

const tools: { icon: IconName; label: string; state: string; run: (editor: Editor) => void }[] = [
  { icon: 'bold', label: 'Vet', state: 'bold', run: (it) => chainInText(it).toggleBold().run() },
  { icon: 'italic', label: 'Cursief', state: 'italic', run: (it) => chainInText(it).toggleItalic().run() },
  {
    icon: 'bullet-list',
    label: 'Opsomming',
    state: 'bulletList',
    run: (it) => chainInText(it).toggleBulletList().run(),
  },
  {
    icon: 'ordered-list',
    label: 'Genummerde lijst',
    state: 'orderedList',
    run: (it) => chainInText(it).toggleOrderedList().run(),
  },
]

/** Links the selection or the link around the cursor. Without a selection it inserts the address as text. */
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
    // Enter applies the link, and does not submit the form.
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

/** The formatting buttons. Each is pressed if its format is active at the cursor. */
export function RichTextToolbar({ editor }: { editor: Editor }) {
  const [linking, setLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      Object.fromEntries([...tools.map(({ state }) => state), 'link'].map((state) => [state, now.isActive(state)])),
  })
  const buttons = [
    ...tools.map((tool) => ({ ...tool, onClick: () => tool.run(editor) })),
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
            className={styles.tool}
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
