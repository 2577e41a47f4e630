/** What one types into, chooses from or reads the progress of. */
const CONTROLS = ':is(input:not([type=hidden], [type=file]), textarea, select, [role=progressbar], [role=switch])'

/** Controls of the screen, or of a window in front, of which nobody who does not see them hears what they are for. */
export function namelessControls(within = 'main'): string[] {
  return [...document.querySelectorAll<HTMLInputElement>(`${within} ${CONTROLS}`)]
    .filter((one) => !one.closest('.ant-form-item-hidden') && !hasName(one))
    .map((one) => one.outerHTML)
}

function hasName(control: HTMLInputElement): boolean {
  const isNamed = ['aria-label', 'aria-labelledby', 'title', 'placeholder'].some((name) => control.getAttribute(name))
  return isNamed || (control.labels?.length ?? 0) > 0
}
