import { defineCall } from '../../kit/call.ts'
import type { AnyEntity } from '../../kit/domain.ts'
import { text } from '../../kit/field.ts'

/** Switches on settings of which a tenant keeps several and uses one. */
export function enablingCalls({ name, title, permission, paths: [base = ''] }: AnyEntity) {
  const options = {
    method: 'POST',
    access: { permission: `${permission}_enable` },
    input: { id: text('主键', { required: true }) },
    answer: 'status',
  } as const
  return {
    enable: defineCall(`${name}.enable`, { ...options, path: `${base}/enable`, title: `${title}启用` }),
    disable: defineCall(`${name}.disable`, { ...options, path: `${base}/disable`, title: `${title}停用` }), // inferred
  }
}
