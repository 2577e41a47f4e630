import { definitionStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { Tag } from 'antd'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { t } from '../../platform/i18n/i18n.ts'

/** A version is written v2; a process of no tenant is for all of them. */
export const DEFINITION_CELLS: OwnCells = {
  version: { width: 80, draw: (value) => `v${String(value)}` },
  tenantId: { width: 100, draw: (value) => (value ? String(value) : t('通用')) },
  suspensionState: {
    width: 90,
    draw: (value) => {
      const state = stateOf(definitionStates, Number(value))
      const { title } = definitionStates.states[state]
      return <Tag color={state === 'active' ? 'success' : 'warning'}>{t(title)}</Tag>
    },
  },
}
