import { voteClose, voteOpen } from '@xueheng/contract/domains/mall/vote-calls.ts'
import { voteSet, voteStates } from '@xueheng/contract/domains/mall/vote-set.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { stateMark } from '../../platform/ui/state-mark.tsx'
import { VoteDialog } from './VoteDialog.tsx'
import { VoteResult } from './VoteResult.tsx'

const CELLS: OwnCells = {
  voteStatus: {
    width: 100,
    draw: (value) => stateMark(voteStates, { draft: 'quiet', open: 'good', closed: 'quiet' }, value),
  },
}

/** 投票设置: votes from draft to result, which is counted from the ballots. */
export function Page() {
  const [opened, show] = useState<{ name: 'result' | 'vote'; row: CrudRow }>()
  const changes = [voteSet]
  const open = useAction((row: CrudRow) => callApi(voteOpen, { id: row.id }), {
    confirm: '开放后选项和规则不再改，确定开放?',
    changes,
  })
  const close = useAction((row: CrudRow) => callApi(voteClose, { id: row.id }), {
    confirm: { text: '结束后不能再投票，确定结束?', isDanger: true },
    changes,
  })
  const actions: RowAction[] = [
    { code: 'voteset_view', label: '结果', isFor: hasBallots, run: (row) => show({ name: 'result', row }) },
    {
      code: 'voteset_edit',
      label: voteStates.actions.open.title,
      isFor: (row) => isAllowed('open', row),
      run: (row) => open.run(row),
    },
    {
      code: 'voteset_vote',
      label: '代家长投票',
      isFor: (row) => isAllowed('cast', row),
      run: (row) => show({ name: 'vote', row }),
    },
    {
      code: 'voteset_edit',
      label: voteStates.actions.close.title,
      danger: true,
      isFor: (row) => isAllowed('close', row),
      run: (row) => close.run(row),
    },
  ]
  const isDraft = (row: CrudRow) => isAllowed('edit', row)
  const dismiss = () => show(undefined)
  return (
    <CrudPage entity={voteSet}>
      <ListToolbar />
      <ListRows cells={CELLS} actions={actions} isEditable={isDraft} />
      {opened?.name === 'result' && <VoteResult vote={opened.row} onClose={dismiss} />}
      {opened?.name === 'vote' && <VoteDialog vote={opened.row} onClose={dismiss} />}
    </CrudPage>
  )
}

function isAllowed(step: keyof typeof voteStates.actions, row: CrudRow): boolean {
  return canDo(voteStates, step, Number(row['voteStatus']))
}

function hasBallots(row: CrudRow): boolean {
  return Number(row['voteStatus']) !== voteStates.states.draft.value
}
