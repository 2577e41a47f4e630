import { type PortfolioKind, kindOf } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Field, flag } from '@xueheng/contract/kit/field.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'

type Fields = Record<string, Field>
const fields: Fields = teacherPortfolio.fields

/** A field as the kind calls and asks for it. */
export function fieldOfKind(kind: PortfolioKind, name: string): Field {
  const own = kind.fields.find((field) => field.name === name)
  const { required: _required, ...declared } = fields[name] as Field
  const called = { ...declared, ...(own?.label && { label: own.label }) }
  // The end of a period may be left open; the server asks for it where it may not.
  if (name === 'certEndDate') return { ...called, ...(own?.message && { help: '仍在任教的勾选至今，不必填' }) }
  return own?.message ? { ...called, required: true, message: own.message } : called
}

function teacherField(isNew: boolean): Field {
  const { help: _help, ...field } = fields['teacherCode'] as Field
  return { ...field, label: '教师', required: isNew, message: '请选择教师' }
}

/** The form of one kind: whose it is (where one may fill in for others), what it asks for, whether it goes to audit at once. */
export function entityOfKind(
  kind: PortfolioKind,
  { isForOthers, isNew }: { isForOthers: boolean; isNew: boolean },
): AnyEntity {
  const asked = kind.fields.map(({ name }) => [name, fieldOfKind(kind, name)] as const)
  const whose = isForOthers ? [['teacherCode', teacherField(isNew)] as const] : []
  const called = [['certName', fields['certName']] as const]
  const goes = isNew ? [['auditStatus', flag('保存后提交审核')] as const] : []
  return {
    ...teacherPortfolio,
    title: kind.title,
    fields: Object.fromEntries([...whose, ...called, ...asked, ...goes]),
  }
}

export function kindOfRow(row: Record<string, unknown> | undefined): PortfolioKind | undefined {
  return row && kindOf(row['portfolioType'], row['portfolioChildType'])
}

export function isEditable(row: Record<string, unknown> | undefined): boolean {
  return row !== undefined && canDo(portfolioStates, 'edit', Number(row['auditStatus']))
}
