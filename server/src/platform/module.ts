import type { Call, Input, Output } from '@xueheng/contract/kit/call.ts'
import type { CrudAction } from '@xueheng/contract/derive/crud-calls.ts'
import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Entity } from '@xueheng/contract/kit/entity.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccessRule, Audience } from './access/rules.ts'
import type { Ctx, LookedFile, PaperSealer, ReceivedFile } from './ctx.ts'
import type { JobDefinition } from './jobs/jobs.ts'
import type { KnownRow, StoredRow, WrittenRow } from './rows/rows.ts'

/** What a handler may see of the request beside its checked input: headers for sign-in, files of an upload. */
export interface RequestInfo {
  request: FastifyRequest
  reply: FastifyReply
  uploads: ReceivedFile[]
  /** The file of a call that only looks, for the time of the request. */
  looked?: LookedFile
}

/** A handler as routes call it: what it is given was checked against its declaration. */
export type Handler = (ctx: Ctx, input: Record<string, unknown>, info: RequestInfo) => Promise<unknown>

export interface Implementation {
  call: AnyCall
  handler: Handler
}

/** Binds a function to a declared call; input and answer are checked against the declaration. */
export function implement<C extends Call<never, never, never> | AnyCall>(
  call: C,
  handler: (ctx: Ctx, input: Input<C>, info: RequestInfo) => Promise<Output<C>>,
): Implementation {
  return { call: call as AnyCall, handler: handler as Handler }
}

/** Checks and completions around one row. A hook is for a check; a process is a handler. */
export interface RowHooks<R extends StoredRow, W extends StoredRow = R> {
  /** May change `row` (what will be written, secrets as typed) or throw; `before` is the stored row of an update. */
  beforeSave?(ctx: Ctx, row: Partial<W>, before: R | undefined): Promise<void>
  afterSave?(ctx: Ctx, row: R, before: R | undefined): Promise<void>
  beforeRemove?(ctx: Ctx, rows: R[]): Promise<void>
  /** The rows as they are again. */
  afterRestore?(ctx: Ctx, rows: R[]): Promise<void>
  /** Encloses every derived call: in whose tenant it works, with which input, what its answer is completed by. */
  around?(
    ctx: Ctx,
    input: Record<string, unknown>,
    work: (ctx: Ctx, input?: Record<string, unknown>) => Promise<unknown>,
    action: CrudAction,
  ): Promise<unknown>
  /** Completes what a derived call answers (signed links); writes nothing. */
  present?(ctx: Ctx, answer: unknown): unknown
}

export type Hooks<F extends Fields = Fields> = RowHooks<KnownRow<Entity<F>>>

export interface EntityHooks<E extends AnyEntity = AnyEntity> {
  entity: E
  hooks: RowHooks<KnownRow<E>, WrittenRow<E>>
}

/** Binds checks and completions to the rows of an entity. */
export function hook<E extends AnyEntity>(entity: E, hooks: RowHooks<KnownRow<E>, WrittenRow<E>>): EntityHooks<E> {
  return { entity, hooks }
}

/** What a domain brings to the server. */
export interface Module {
  name: string
  handlers: Implementation[]
  hooks: EntityHooks[]
  /** Who sees which rows, beside what the declarations say. */
  access: AccessRule[]
  /** Entities whose changes open browsers hear of. */
  audiences: Readonly<Record<string, Audience>>
  /** The register of schools, in the one module that keeps it. */
  schools?: AnyEntity
  /** What presses seals on papers, in the one module that keeps seals. */
  sealer?: PaperSealer
  // oxlint-disable-next-line typescript/no-explicit-any
  jobs: JobDefinition<any>[]
}

export function defineModule(module: Partial<Module> & { name: string }): Module {
  return { handlers: [], hooks: [], access: [], audiences: {}, jobs: [], ...module }
}
