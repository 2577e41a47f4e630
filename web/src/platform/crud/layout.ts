import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { DIALECTS } from '@xueheng/contract/kit/entity.ts'
import { createContext, useContext } from 'react'
import type { FieldLayouts } from './field-layout.ts'
import type { FieldCheck } from './FormFields.tsx'

/** How the screen of an entity differs from what follows from its declaration. Nothing here changes what the data means. */
export interface ScreenLayout {
  /** Columns that come before the others, in this order. */
  first?: readonly string[]
  fields?: FieldLayouts
  /** Rows are looked at here and changed elsewhere, or nowhere. */
  isReadOnly?: boolean
  /** Where the rows come from, said while there are none. */
  emptyHint?: string
  /** The screen on which rows of this list come in by workbook; what the list is narrowed to goes along, field by field. */
  importBy?: { path: string; permission: string; along?: readonly string[] }
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
  const { submit } = DIALECTS[entity.dialect]
  const isDerived = registry.entities.some((one) => one.name === entity.name)
  return {
    isReadOnly: !submit.some((segment) => hasCall(entity, 'POST', segment)),
    hasExport: hasCall(entity, 'GET', 'export'),
    hasCopy: isDerived && !entity.tree,
  }
}

const routes = new Set(
  registry.calls.flatMap((call) => [call.path, ...call.aliases].map((path) => `${call.method} ${path}`)),
)

function hasCall(entity: AnyEntity, method: string, segment: string): boolean {
  return routes.has(`${method} ${entity.paths[0]}/${segment}`)
}
