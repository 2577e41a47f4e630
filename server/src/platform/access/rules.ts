import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Registry } from '@xueheng/contract/derive/registry.ts'
import type { Condition } from '../rows/filters.ts'
import type { CtxUser, Scope } from './user.ts'

/** Who asks, as far as his rows depend on it. */
export interface Reader {
  user: CtxUser
  scope: Scope
  rules: AccessRules
}

/** A domain's own limit on the rows of an entity, beside its scope columns; nothing where the reader sees them all. */
export type RowLimit = (reader: Reader) => Condition | undefined

/** Where an entity's rows stand that are not kept as its declaration says. */
export interface Stored {
  /** Columns of fields that are not named after them; several keys are an array of ids there. No column: computed. */
  columns: Record<string, string | undefined>
  /** What "the own department" of a row is, where it is not the one it was made in. */
  department: string
  /** Rows a user sees whatever the data scopes say. */
  own(user: CtxUser): Condition
}

/**
 * Whose open browsers hear of a change: those of the tenant, of all tenants, or of the user the row is. `row`: those of the
 * tenant, who are told which row it is, as their screens show one row alone.
 */
export type Audience = 'tenant' | 'everybody' | 'user' | 'row'

/** Rows `t` that stay although their years are over, and the reason as people are told it. */
export interface Stay {
  reason: string
  condition: Condition
}

/** Fields of a row `t` that are not kept with it but follow from other rows, as they are read. */
export type Followed = Readonly<Record<string, Condition>>

/** What a module says of the rows of one entity. */
export interface AccessRule {
  entity: AnyEntity
  follows?: Followed
  limit?: RowLimit
  stored?: Stored
  stays?: readonly Stay[]
}

/** All rules of the running program, by name of the entity. */
export interface AccessRules {
  limits: ReadonlyMap<string, RowLimit>
  stored: ReadonlyMap<string, Stored>
  audiences: ReadonlyMap<string, Audience>
  stays: ReadonlyMap<string, readonly Stay[]>
  follows: ReadonlyMap<string, Followed>
  /** Entities whose modules check removals. */
  guarded: ReadonlySet<string>
  /** The register that tells in which area (`areaCode`) a school (`schoolCode`) lies. */
  schools: AnyEntity
}

interface Ruled {
  name: string
  access: AccessRule[]
  hooks: { entity: AnyEntity; hooks: object }[]
  audiences: Readonly<Record<string, Audience>>
  schools?: AnyEntity
}

/**
 * Puts the rules of all modules together. Throws when an entity that is declared `limited` has no limit, or a rule is
 * said of an entity that is not declared so, or twice: with a rule missing people would see more rows. Throws, too, when a rule
 * tells of a field that is not there, or of a list that is read by its view: it would go unheard.
 */
export function collectRules(registry: Registry, modules: Ruled[]): AccessRules {
  const rules = modules.flatMap((module) => module.access)
  const limits = byEntity(rules, 'limit')
  const stored = byEntity(rules, 'stored')
  const stays = byEntity(rules, 'stays')
  const follows = byEntity(rules, 'follows')
  const hooks = modules.flatMap((module) => module.hooks)
  const guarded = new Set(hooks.filter((one) => 'beforeRemove' in one.hooks).map(({ entity }) => entity.name))
  const audiences = new Map(modules.flatMap((module) => Object.entries(module.audiences)))
  for (const entity of [...registry.entities, ...registry.byHand]) {
    if (Boolean(entity.limited) !== limits.has(entity.name)) {
      throw new Error(`${entity.name}: declared ${entity.limited ? '' : 'not '}limited, but its module says otherwise`)
    }
  }
  for (const { entity, follows: told } of rules) {
    if (!told) continue
    if (entity.large) throw new Error(`${entity.name}: a large list is read as its rows are kept`)
    const strange = Object.keys(told).find((name) => !(name in entity.fields))
    if (strange) throw new Error(`${entity.name}: has no field ${strange} to follow from other rows`)
  }
  const [schools] = modules.flatMap((module) => module.schools ?? [])
  if (!schools) throw new Error('no module brings the register of schools')
  return { limits, stored, audiences, stays, follows, guarded, schools }
}

function byEntity<K extends 'limit' | 'stored' | 'stays' | 'follows'>(
  rules: AccessRule[],
  part: K,
): Map<string, NonNullable<AccessRule[K]>> {
  const found = new Map<string, NonNullable<AccessRule[K]>>()
  for (const rule of rules) {
    const value = rule[part]
    if (value === undefined) continue
    if (found.has(rule.entity.name)) throw new Error(`${rule.entity.name}: two modules give its ${part}`)
    found.set(rule.entity.name, value)
  }
  return found
}
