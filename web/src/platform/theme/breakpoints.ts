/** Widest pixels of each size of window. Layouts change at these widths only; style sheets write the number. */
export const BREAKPOINTS = { phone: 767, tablet: 991, laptop: 1199 } as const

/** Widths at which the parts of a list find other places, however wide the window is. */
export const CONTAINERS = { list: 900, narrowList: 520 } as const

/** Media query of a window as narrow as a phone. */
export const PHONE = `(max-width: ${BREAKPOINTS.phone}px)`
