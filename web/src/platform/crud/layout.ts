import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { createContext, useContext } from 'react'

/** How the screen of an entity differs from what its declaration gives. Nothing here changes what the data means. */
export interface ScreenLayout {
  /** Columns that come before the others, in this order. */
  first?: readonly string[]
  /** Rows are looked at here and changed elsewhere, or nowhere. */
  isReadOnly?: boolean
  /** `false`: no button to carry the rows away, to print them, to make a new row from an old one. */
  hasExport?: boolean
  hasPrint?: boolean
  hasCopy?: boolean
  /** Pixels of the form, and of the column of actions where their words need less. */
  dialogWidth?: number
  actionWidth?: number
  /** Width of the search buttons in 24ths, and search fields shown before folding. */
  searchSpan?: number
  searchFold?: number
}

/** By name of the entity; the app hands over those of the product. */
export const Screens = createContext<Record<string, ScreenLayout>>({})

export function useLayout({ name, screen = {} }: AnyEntity): ScreenLayout {
  const { writable, export: hasExport, print: hasPrint, copy: hasCopy, ...widths } = screen
  return { isReadOnly: writable === false, hasExport, hasPrint, hasCopy, ...widths, ...useContext(Screens)[name] }
}
