import type { AnyCall, MenuNode } from '@xueheng/contract/kit/domain.ts'

/** Where something is read, and who may. */
export type Read = Pick<AnyCall, 'path' | 'access'>

/** What other screens need to know of an entity. */
export interface EntityFacts {
  /** Name of the domain that declares it. */
  domain: string
  title: string
  /** The field a row is known by. */
  label: string
  /** It holds words of the product, which are shown in the reader's language. */
  isWorded: boolean
  list: Read
  /** All rows at once; left out where there is no such call. */
  whole?: Read
  tree?: Read
  /** Its calls follow from its declaration. */
  isDerived: boolean
}

export interface Declared {
  menu: MenuNode[]
  entities: Record<string, EntityFacts>
  /** `POST path` of calls that save a row, `GET path` of those that make a workbook of a list; aliases are left out. */
  routes: string[]
  /** The right to read a report. */
  reports: Record<string, string>
}
