import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { DIALECTS } from '@xueheng/contract/kit/entity.ts'
import { createContext, useContext } from 'react'
import { hasCall, isDerived } from '../declared/declared.ts'
import type { FieldLayouts } from './field-layout.ts'
import type { FieldCheck } from './FormFields.tsx'

/** How the screen of an entity differs from what follows from its declaration. Nothing here changes what the data means. */
export interface ScreenLayout {
  /** Columns that come before the others, in this order. */
  first?: readonly string[]
  /** Columns of the workbook that the list does not show until somebody asks for them. */
  aside?: readonly string[]
  fields?: FieldLayouts
  /** Rows are looked at here and changed elsewhere, or nowhere. */
  isReadOnly?: boolean
  /** Rows come from elsewhere; those that are there are changed. */
  isFedElsewhere?: boolean
  /** Where the rows come from, said while there are none. */
  emptyHint?: string
  /** The screen on which rows of this list come in by workbook; what the list is narrowed to goes along, field by field. */
  importBy?: { path: string; permission: string; along?: readonly string[] }
  /** Rows are picked for what the toolbar does with them, also where none may be deleted. */
  hasPicks?: boolean
  hasExport?: boolean
  hasPrint?: boolean
  /** A new row may be made from an old one. */
  hasCopy?: boolean
  /** What is asked of a field beyond its declaration, by its name. */
  checks?: Readonly<Record<string, FieldCheck>>
  /** The roots of a tree come page by page, each with all below it. */
  isPagedByRoot?: boolean
  /** Rows do not tell when they were made: nobody searches them by it. */
  isUndated?: boolean
  /** Pixels of the column of actions. */
  actionWidth?: number
  /** Pixels of the form. */
  dialogWidth?: number
}

/** By name of the entity; the app hands over those of the product. */
export const Screens = createContext<Record<string, ScreenLayout>>({})

export function useLayout(entity: AnyEntity): ScreenLayout {
  return { ...defaultLayout(entity), ...useContext(Screens)[entity.name] }
}

/** What the calls of an entity allow: rows without a save are looked at, lists without a workbook stay. */
function defaultLayout(entity: AnyEntity): ScreenLayout {
  const [path] = entity.paths
  const { submit } = DIALECTS[entity.dialect]
  return {
    isReadOnly: !submit.some((segment) => hasCall(`POST ${path}/${segment}`)),
    hasExport: hasCall(`GET ${path}/export`),
    hasCopy: isDerived(entity.name) && !entity.tree,
  }
}
