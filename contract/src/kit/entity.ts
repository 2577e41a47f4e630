import {
  type Answered,
  type Field,
  type Fields,
  type Row,
  type StoredValues,
  dateTime,
  integer,
  text,
  withoutSecrets,
} from './field.ts'
import { snake } from './name.ts'

/** The standing extras of an entity beside list, detail, submit and remove. */
export type ExtraAction = 'listall' | 'select' | 'submit' | 'update' | 'save' | 'tree' | 'lazy-tree' | 'lazy-list'

/** Which call names an entity speaks; see `DIALECTS`. */
export type Dialect = 'blade' | 'mall' | 'mp'

interface DialectNames {
  list: string
  /** The product's own pages use the first. */
  detail: [string, ...string[]]
  /** All add and change; the product's own pages add by the first and change by the last. */
  submit: [string, ...string[]]
  remove: string
  /** The ids to remove are the body itself, a JSON array; `ids` in the query without it. */
  hasIdsInBody?: boolean
}

/** The three ways the catalogue writes CRUD: last parts of the paths. A `:id` is a path parameter. */
export const DIALECTS: Record<Dialect, DialectNames> = {
  blade: { list: 'list', detail: ['detail'], submit: ['submit'], remove: 'remove' },
  mall: { list: 'page', detail: ['detail'], submit: ['save', 'update'], remove: 'remove' },
  mp: {
    list: 'list',
    detail: ['detail', 'info/:id'],
    submit: ['save', 'submit', ':id', 'update'],
    remove: 'delete',
    hasIdsInBody: true,
  },
}

/** Columns by which a user's data scope filters the rows; an entity without them is seen by tenant alone. */
export interface ScopeColumns {
  area?: string
  school?: string
  class?: string
}

export interface EntityOptions<F extends Fields> {
  title: string
  /** First part of the path behind /api; several when the calls are mounted more than once. */
  service: string | string[]
  /** Last part of the path where it is not the name; empty when the service is the whole path. */
  path?: string
  /** Name of the table where it does not follow from the name. */
  table?: string
  dialect?: Dialect
  actions?: ExtraAction[]
  fields: F
  /** Prefix of its rights where they are those of another entity. */
  permission?: string
  /** Natural keys: lists of field names that together occur once per tenant. */
  unique?: (keyof F & string)[][]
  /** Rows come in by workbook; those that are there already are found by these fields, which are one of `unique`. */
  importKey?: (keyof F & string)[]
  /** Order of lists, `-name` for descending; newest first without it. */
  order?: string[]
  /**
   * Grows to a million rows: its order, every search and every field of `sorts` have an index of their own, and screens
   * offer no other order.
   */
  large?: { sorts: (keyof F & string)[] }
  /** Written by the hundred thousand, unit after unit: one index of block ranges serves the columns of the scope. */
  bulk?: boolean
  /** Name of the parent field of a tree. */
  tree?: keyof F & string
  scope?: ScopeColumns
  /** Its module narrows the rows further than the scope does; the program does not start without that rule. */
  limited?: boolean
  /** Several people fill in its rows: a save that does not say which state it saw (`updateTime`) overwrites nobody else's. */
  contested?: boolean
  /** Rows belong to no tenant. */
  tenantless?: boolean
}

export interface Entity<F extends Fields = Fields> extends Omit<EntityOptions<F>, 'service'> {
  name: string
  services: string[]
  table: string
  /** Paths without the action: /api/bigdata-service/examAreaParam. */
  paths: string[]
  /** Permission prefix; codes are `<prefix>_view|add|edit|delete`. */
  permission: string
  dialect: Dialect
  actions: ExtraAction[]
}

/** What every row carries beside its declared fields. Sent out, never taken in. */
export const BASE_FIELDS = {
  createUser: text('创建人'),
  createDept: text('创建部门'),
  createTime: dateTime('创建时间'),
  updateUser: text('更新人'),
  updateTime: dateTime('更新时间'),
  status: integer('状态'),
  isDeleted: integer('已删除'),
} satisfies Fields

/** A row as it is kept and answered. `id` is a 64-bit number and therefore a string. */
export type EntityRow<F extends Fields> = { id: string } & Row<Answered<F>> & Row<typeof BASE_FIELDS>

/** A row of the table in a statement of one's own. */
export type TableRow<F extends Fields> = { id: string; tenantId: string } & StoredValues<F> &
  StoredValues<typeof BASE_FIELDS>

/** Every field a row of the entity is answered with. */
export function listRowFields<F extends Fields>(
  entity: Entity<F>,
): Answered<F> & typeof BASE_FIELDS & { id: Field<string> } {
  const tenant = entity.tenantless ? {} : { tenantId: text('租户编号') }
  return { id: text('主键', { required: true }), ...tenant, ...withoutSecrets(entity.fields), ...BASE_FIELDS }
}

export function defineEntity<const F extends Fields>(name: string, options: EntityOptions<F>): Entity<F> {
  const services = Array.isArray(options.service) ? options.service : [options.service]
  return {
    ...options,
    name,
    services,
    table: options.table ?? snake(name),
    paths: services.map((service) => ['/api', service, options.path ?? name].filter(Boolean).join('/')),
    permission: options.permission ?? name.toLowerCase(),
    dialect: options.dialect ?? 'blade',
    actions: options.actions ?? [],
  }
}
