import { type RawBuilder, sql } from 'kysely'

/** Pages on which a kind of process is started, handled and read: part of their addresses. */
export interface Pages {
  /** Remark of its category in dictionary `flow`. */
  route: string
  /** Table of the rows the process is about. */
  table: string
}

export const LEAVE_PAGES: Pages = { route: 'leave', table: 'desk_leave' }

/** The general form: its fields stand in the process file. */
export const FORM_PAGES: Pages = { route: 'general', table: 'wf_request' }

const ALL = [LEAVE_PAGES, FORM_PAGES]

/** Route of the pages for the process of an instance `i`. */
export const ROUTE_OF_INSTANCE: RawBuilder<unknown> = sql`case i.business_table ${sql.join(
  ALL.map(({ table, route }) => sql`when ${table} then ${route}`),
  sql` `,
)} else '' end`

/** Routes of pages that serve one kind of process; categories name them. */
export const OWN_ROUTES: string[] = [LEAVE_PAGES.route]
