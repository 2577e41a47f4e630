import { registry } from '@xueheng/contract'
import { findMenuEntity, menu } from '@xueheng/contract/menu.ts'
import { BASE_FIELDS } from '@xueheng/contract/kit/entity.ts'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { ROW_OPERATORS, type RowCondition, USER_ATTRIBUTES, operatorsOf } from '@xueheng/contract/kit/row-condition.ts'

type Words = (text: string) => string

/** Fields a condition may name: those that can be compared at all. */
export function conditionFields(entityName: string | undefined): [string, Field][] {
  const entity = registry.resources.find((one) => one.name === entityName)
  if (!entity) return []
  const fields = { ...(entity.fields as Record<string, Field>), ...BASE_FIELDS }
  return Object.entries(fields).filter(([, field]) => operatorsOf(field).length > 0)
}

/** Name of the entity a menu shows. */
export function entityOfMenu(code: string, nodes: MenuNode[] = menu): string | undefined {
  for (const node of nodes) {
    const found =
      node.code === code ? findMenuEntity(node, registry.resources) : entityOfMenu(code, node.children ?? [])
    if (found) return found
  }
  return undefined
}

export function narrowable(): { value: string; label: string }[] {
  return registry.resources.map(({ name, title }) => ({ value: name, label: title }))
}

/** `所属区县 等于 所在县区` for each condition; all of them must hold. */
export function conditionWords(t: Words, entityName: string, conditions: RowCondition[]): string {
  const fields = new Map(conditionFields(entityName))
  const each = conditions.map(({ field, operator, values, attribute }) => {
    const value = attribute ? t(USER_ATTRIBUTES[attribute]) : (values ?? []).join(t('、'))
    return `${t(fields.get(field)?.label ?? field)} ${t(ROW_OPERATORS[operator])} ${value}`
  })
  return each.join(t('；'))
}
