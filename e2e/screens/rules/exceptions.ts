/** Ignores a rule for some elements, because the rule reports these elements wrongly. */
type Exception = { rule: string; of: RegExp; because: string }

/** Exceptions for IBM's Equal Access. `of` matches the opening tag of the element. */
export const equalAccessExceptions: Exception[] = [
  {
    rule: 'style_focus_visible',
    of: /./,
    because:
      'The rule reports every control with its own border for a manual check. The focus-order rule measures each control.',
  },
  {
    rule: 'element_tabbable_unobscured',
    of: /./,
    because:
      'The rule measures before the page scrolls to the focused element. The focus-order rule measures afterwards.',
  },
  {
    rule: 'widget_tabbable_exists',
    of: /^(?=.*tabindex="-1").* (data-stop|data-task|data-wrong|class="_(link|sort)_)/,
    because: 'A list, a strip or a picture is one tab stop: arrow keys, Enter and K reach the controls inside.',
  },
  {
    rule: 'style_color_misuse',
    of: /^<link /,
    because:
      'The rule reports every style sheet with a colour for a manual check. Waste streams also have an icon and a name.',
  },
  {
    rule: 'text_contrast_sufficient',
    of: /^<(p|span)>$/,
    because: 'The background of the login page is an element beside the text; axe measures a contrast of 12 to 1.',
  },
  {
    rule: 'text_block_heading',
    of: /^<(p( class="_total_\w+")?|div class="row _aside_\w+")>$/,
    because:
      'Large type that is not a heading: the slogan on the login page, the state of a pass, the total of a bill.',
  },
  {
    rule: 'table_headers_related',
    of: /scope="colgroup"/,
    because: 'The header of a week stands above the headers of its days, and the engine looks for cells only.',
  },
  {
    rule: 'text_sensory_misuse',
    of: /^<p class="dimmed small _arrows_/,
    because: 'A hint about the arrow keys that choose a task; the tasks can also be chosen with Tab and the mouse.',
  },
  {
    rule: 'text_quoted_correctly',
    of: /^<li>$/,
    because: 'The list of changes puts the names of buttons and pages between quotation marks.',
  },
  {
    rule: 'input_label_exists',
    of: /inputmode="numeric" id="_r_/,
    because:
      'A field in a closed element, whose label is not on screen either. The transcripts of other states show both.',
  },
  {
    rule: 'target_spacing_sufficient',
    of: /type="checkbox"/,
    because: "A check box's label can be pressed too. The rule smallTargets measures a control with its label.",
  },
  {
    rule: 'input_autocomplete_valid',
    of: /type="email".* autocomplete="username"/,
    because: 'HTML allows a user name in an e-mail field; password managers use it to fill in the field.',
  },
  {
    rule: 'aria_keyboard_handler_exists',
    of: /role="(combobox|grid)"/,
    because: 'The key handler is on the root of the page, where the engine does not look. Tests press the keys.',
  },
  {
    rule: 'widget_tabbable_exists',
    of: /role="listbox"/,
    because: 'The focus stays in the field, which names the selected row (aria-activedescendant).',
  },
  {
    rule: 'input_label_visible',
    of: /^<button .*aria-label=/,
    because: 'A button with an icon and a name, such as the magnifying glass with a plus.',
  },
  {
    rule: 'input_label_visible',
    of: /^<input .*aria-keyshortcuts=/,
    because: 'The search box: the magnifying glass before it represents its name.',
  },
  {
    rule: 'input_label_visible',
    of: /^<(select|textarea) .*class="_input_/,
    because: 'The label is above the field, as for every field. The transcripts show both.',
  },
  {
    rule: 'element_tabbable_role_valid',
    of: /aria-label="Kaart rond /,
    because: 'The element is a map that the arrow keys move. The table beside it has the same content.',
  },
  ...['label_name_visible', 'input_label_visible'].map((rule) => ({
    rule,
    of: /^<input .*type="radio" aria-describedby=/,
    because: 'The label of a task also holds its description, which a screen reader hears after the name.',
  })),
  {
    rule: 'input_checkboxes_grouped',
    of: /^<input type="checkbox">$/,
    because: 'A single check box for a reminder; the check boxes of the filter on that page are in a fieldset.',
  },
]

/** Exceptions for html-validate. `of` matches the selector of the element. */
export const htmlExceptions: Exception[] = [
  {
    rule: 'prefer-native-element',
    of: /./,
    because: 'A textarea cannot hold links and lists, and a select cannot combine suggestions with free text.',
  },
  {
    rule: 'unique-landmark',
    of: /(aside|dialog).* > nav$/,
    because: 'The style sheet shows one menu at a time: the menu beside the page, or the menu over the page.',
  },
]
