/** Where a rule is wrong about the portal: of which part, and why the portal is right. */
type Exception = { rule: string; of: RegExp; because: string }

/** Of IBM's Equal Access; `of` is the opening tag of the element. */
export const equalAccessExceptions: Exception[] = [
  {
    rule: 'style_focus_visible',
    of: /./,
    because: 'It asks to look at each control that has a border or an outline of its own; the walk measures every one.',
  },
  {
    rule: 'element_tabbable_unobscured',
    of: /./,
    because: 'It measures before the page scrolls to what has the focus; the walk measures after.',
  },
  {
    rule: 'style_color_misuse',
    of: /^<link /,
    because: 'It asks to look at each style sheet that names a colour; every stream also has its icon and its word.',
  },
  {
    rule: 'text_contrast_sufficient',
    of: /^<(p|span)>$/,
    because: 'Of the login page, whose ground is an element beside the text; axe sees what is painted there: 12 to 1.',
  },
  {
    rule: 'text_block_heading',
    of: /^<p>$/,
    because: 'A paragraph in large type that begins no part of the page: the claim at the login, the state of a pass.',
  },
  {
    rule: 'target_spacing_sufficient',
    of: /type="checkbox"/,
    because: 'Its label around it is pressed as well; the targets are measured with their labels.',
  },
  {
    rule: 'input_autocomplete_valid',
    of: /type="email".* autocomplete="username"/,
    because: 'HTML allows a user name in a field for e-mail; a password manager knows by it what to fill in.',
  },
  {
    rule: 'aria_keyboard_handler_exists',
    of: /role="(combobox|grid)"/,
    because: 'Its keys are heard at the root of the page, where the engine does not look; tests press them.',
  },
  {
    rule: 'widget_tabbable_exists',
    of: /role="listbox"/,
    because: 'The focus stays in the field, which names the marked row (aria-activedescendant).',
  },
  {
    rule: 'input_label_visible',
    of: /^<button .*aria-label=/,
    because: 'A button with a drawing and a name, such as the looking glass with a plus.',
  },
  {
    rule: 'input_label_visible',
    of: /^<input .*aria-keyshortcuts=/,
    because: 'The one search box: the looking glass before it stands for its name.',
  },
  {
    rule: 'input_label_visible',
    of: /^<(select|textarea) .*class="_input_/,
    because: 'Its label stands above it and names it, as of every field; the transcripts show both.',
  },
  {
    rule: 'element_tabbable_role_valid',
    of: /aria-label="Kaart rond /,
    because: 'A map that the arrow keys move, as they scroll a page; what is on it stands in the table beside it.',
  },
  {
    rule: 'input_checkboxes_grouped',
    of: /^<input (style="" )?type="checkbox">$/,
    because: 'A choice by itself, whether to remind; those of the filter on the same page stand in a fieldset.',
  },
]

/** Of html-validate; `of` is the element's place in the page. */
export const htmlExceptions: Exception[] = [
  {
    rule: 'element-permitted-content',
    of: /^#root > style/,
    because: 'The kit puts its variables beside what uses them; every browser reads them there.',
  },
  {
    rule: 'prefer-native-element',
    of: /./,
    because: 'Text with links and lists fits in no textarea, and suggestions beside free text in no select.',
  },
  {
    rule: 'unique-landmark',
    of: /(aside|dialog).* > nav$/,
    because: 'Of the menu beside the page and the one over it, the style sheet shows one at a time.',
  },
]
