/** What is used of the drawing library's canvas. */
export interface Canvas {
  zoom(level?: number | 'fit-viewport', center?: 'auto'): number
  addMarker(id: string, marker: string): void
}

const MARGIN = 0.94

/** The whole drawing, not larger than drawn, with some room around it. */
export function fit(canvas: Canvas): void {
  canvas.zoom('fit-viewport', 'auto')
  canvas.zoom(Math.min(canvas.zoom() * MARGIN, 1), 'auto')
}

/** Lines and grounds in the colours of the theme. */
export function inkOfTheme(element: HTMLElement): object {
  const style = getComputedStyle(element)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    defaultFillColor: of('--xh-surface'),
    defaultStrokeColor: of('--xh-ink-2'),
    defaultLabelColor: of('--xh-ink-1'),
  }
}

/** The mark of the library's makers has to stay in sight; people who do not see are told what it is. */
export function keepMarkSeen(container: HTMLElement): void {
  container.querySelector('.bjs-powered-by')?.setAttribute('aria-label', 'bpmn.io')
}
