import { type Outcome, requestStates } from '@xueheng/contract/domains/workflow/flow-states.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { Tag } from 'antd'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { t, useT } from '../../platform/i18n/i18n.ts'

const COLOURS: Record<keyof typeof requestStates.states, string> = {
  approving: 'processing',
  approved: 'success',
  refused: 'error',
  withdrawn: 'default',
}

/** Where a request stands. */
export function RequestTag({ status }: { status: number }) {
  const translate = useT()
  const state = stateOf(requestStates, status)
  return <Tag color={COLOURS[state]}>{translate(requestStates.states[state].title)}</Tag>
}

const OUTCOMES: Record<Outcome, { title: string; color: string }> = {
  approved: { title: '已通过', color: COLOURS.approved },
  refused: { title: '已驳回', color: COLOURS.refused },
  withdrawn: { title: '已撤回', color: COLOURS.withdrawn },
  terminated: { title: '已终止', color: 'warning' },
}

/** In lists of tasks: how the process came out, nothing while it goes on. */
export const OUTCOME_CELLS: OwnCells = {
  outcome: {
    width: 100,
    draw: (value) => {
      const found = OUTCOMES[value as Outcome]
      return found ? <Tag color={found.color}>{t(found.title)}</Tag> : ''
    },
  },
}
