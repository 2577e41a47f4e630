import type { CrudCall } from '@xueheng/contract/derive/crud-calls.ts'
import type { Registry } from '@xueheng/contract/derive/registry.ts'
import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Ctx } from './ctx.ts'
import { changesData } from './http/changes.ts'
import type { EntityHooks, Handler, Implementation, Module } from './module.ts'
import { crudHandler, parseInput } from './rows/handlers.ts'
import { isFiltering } from './rows/list.ts'
import { assertOrder } from './rows/read.ts'
import { assertKeys } from './rows/values.ts'

/** A call and what answers it; its input is as it was sent. */
export interface Bound {
  call: AnyCall
  run: Handler
  /** Fields by which nulls of the answer are replaced. */
  fields: Fields
}

/** What modules give, found by what it is for: thousands of calls look. */
export interface Given {
  handlers: Map<string, Implementation>
  hooks: Map<AnyEntity, EntityHooks>
}

export function givenBy(modules: readonly Module[]): Given {
  // Of two for the same the first counts.
  const handlers = modules.flatMap((module) => module.handlers).toReversed()
  const hooks = modules.flatMap((module) => module.hooks).toReversed()
  return {
    handlers: new Map(handlers.map((one) => [one.call.name, one])),
    hooks: new Map(hooks.map((one) => [one.entity, one])),
  }
}

/** What answers a call: a module's own handler, or the derived one of its entity. Throws when a call has nobody. */
export function bindCall(call: AnyCall, registry: Registry, given: Given): Bound {
  const own = given.handlers.get(call.name)
  if (own) {
    const run: Handler = async (ctx, input, info) => own.handler(ctx, await checked(call, ctx, input), info)
    return { call, run, fields: call.output ?? {} }
  }
  if (!isCrud(call)) throw new Error(`call ${call.name} has no handler`)
  const entity = registry.entity(call.entity)
  const run = crudHandler(call, entity, given.hooks.get(entity)?.hooks ?? {})
  return { call, run, fields: call.output ?? {} }
}

/** The declared input; with it what a list filters by, or the body that is an array. */
async function checked(call: AnyCall, ctx: Ctx, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const values = parseInput(call, input)
  if (call.method === 'POST' && changesData(call))
    await assertKeys(ctx, call.input, { values, mayKeep: Boolean(values['id']) })
  if (isFiltering(call)) return { ...values, query: input }
  if (call.answer === 'page') assertOrder(call.output ?? {}, input)
  return call.body === 'array' ? { ...values, items: input['items'] } : values
}

export function isCrud(call: AnyCall): call is CrudCall {
  return 'entity' in call
}
