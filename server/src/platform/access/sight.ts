import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresQueryCompiler,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type UnknownRow,
  sql,
} from 'kysely'
import type { Ctx, CtxUser } from '../ctx.ts'
import type { Condition } from '../rows/filters.ts'
import { grantedRows } from './row-grants.ts'

/**
 * What the data scopes of the caller's roles hide is hidden from every statement that reads, written by hand or not:
 * each table they narrow is replaced by its visible rows. Calls that read run within it; a call that writes judges by
 * the whole tables and looks up the rows it is about within it.
 */
export function withinSight<C extends Pick<Ctx, 'db' | 'user' | 'rules'>>(ctx: C): C {
  const views = viewsOf(ctx)
  return views.length > 0 ? { ...ctx, db: ctx.db.withPlugin(new Narrowing(views)) } : ctx
}

interface View {
  table: string
  mention: RegExp
  /** The statement has a table expression of its own under this name. */
  shadow: RegExp
  rows: Condition
}

const known = new WeakMap<CtxUser, View[]>()

function viewsOf(ctx: Pick<Ctx, 'user' | 'rules'>): View[] {
  const views = known.get(ctx.user) ?? registry.resources.flatMap((entity) => viewOf(entity, ctx))
  known.set(ctx.user, views)
  return views
}

function viewOf(entity: AnyEntity, ctx: Pick<Ctx, 'user' | 'rules'>): View[] {
  const rows = grantedRows(entity, ctx)
  const { table } = entity
  const mention = new RegExp(`\\b${table}\\b`)
  const shadow = new RegExp(
    `(\\bwith(\\s+recursive)?\\s|,)\\s*"?${table}"?\\s+as\\s+((not\\s+)?materialized\\s*)?\\(`,
    'i',
  )
  return rows ? [{ table, mention, shadow, rows }] : []
}

const compiler = new PostgresQueryCompiler()
const READS = /^[\s(]*(select|with)\b/i
const WRITES = /\b(insert\s+into|delete\s+from|for\s+update)\b|\bupdate\s+\S+\s+(\w+\s+)?set\b/i

/** Puts a table expression of the same name before a statement: inside it, that is what the name means. */
class Narrowing implements KyselyPlugin {
  constructor(private readonly views: View[]) {}

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const text = compiler.compileQuery(node, queryId).sql
    if (!RawNode.is(node) || !READS.test(text) || WRITES.test(text)) return node
    const mentioned = this.views.filter((view) => view.mention.test(text) && !view.shadow.test(text))
    return mentioned.length > 0 ? narrow(node, mentioned) : node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

const OWN_EXPRESSIONS = /^\s*with(\s+recursive)?\s/i

function narrow(node: RawNode, views: View[]): RawNode {
  const [first = '', ...rest] = node.sqlFragments
  const own = OWN_EXPRESSIONS.exec(first)
  const body = RawNode.create([own ? first.slice(own[0].length) : first, ...rest], node.parameters)
  const each = views.map(
    ({ table, rows }) =>
      sql`${sql.id(table)} as not materialized (select * from public.${sql.id(table)} where ${rows})`,
  )
  const lead = RawNode.create(
    [own?.[1] ? 'with recursive ' : 'with ', own ? ', ' : ' ', ''],
    [sql.join(each, sql`, `).toOperationNode(), body],
  )
  return lead
}
