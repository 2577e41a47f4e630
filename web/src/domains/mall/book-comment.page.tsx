import { bookCommentReply, commentReview, commentStates } from '@xueheng/contract/domains/mall/book-comment.ts'
import { paragraph } from '@xueheng/contract/kit/field.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { saveRow } from '../../platform/crud/crud-api.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { FormDialog } from '../../platform/form/FormDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useReviewActions } from '../../platform/review/use-review-actions.ts'
import { stateMark } from '../../platform/ui/state-mark.tsx'
import './mall.css'

const QUESTIONS = { audit: '通过后显示给读者，确定通过?' }
const REPLY = paragraph('回复', { length: 500, help: '清空即撤回回复' })
const REASON = paragraph('驳回原因', { required: true, length: 200, message: commentReview.reasons?.refuse ?? '' })
const CELLS: OwnCells = {
  auditStatus: {
    width: 100,
    draw: (value) => stateMark(commentStates, { waiting: 'wait', passed: 'good', refused: 'bad' }, value),
  },
}

/** 评论回复: what readers write about books, judged and answered. */
export function Page() {
  const [opened, open] = useState<{ name: 'reply' | 'refuse'; row: CrudRow }>()
  const actions: RowAction[] = [
    { code: 'bookcommentreply_edit', label: '回复', run: (row) => open({ name: 'reply', row }) },
    ...useReviewActions(commentReview, QUESTIONS),
    {
      code: 'bookcommentreply_edit',
      label: commentStates.actions.refuse.title,
      danger: true,
      isFor: (row) => canDo(commentStates, 'refuse', Number(row['auditStatus'])),
      run: (row) => open({ name: 'refuse', row }),
    },
  ]
  return (
    <CrudPage entity={bookCommentReply}>
      <ListToolbar />
      <ListRows cells={CELLS} actions={actions} />
      {opened && <CommentDialog {...opened} onClose={() => open(undefined)} />}
    </CrudPage>
  )
}

function CommentDialog({ name, row, onClose }: { name: 'reply' | 'refuse'; row: CrudRow; onClose: () => void }) {
  const t = useT()
  const isReply = name === 'reply'
  return (
    <FormDialog
      title={t(isReply ? '回复评论' : '驳回评论')}
      fields={[isReply ? ['replyContent', REPLY] : ['auditReason', REASON]]}
      initial={isReply ? { replyContent: row['replyContent'] } : {}}
      work={({ replyContent = '', auditReason }) =>
        saveRow(bookCommentReply, {
          id: row.id,
          updateTime: row['updateTime'],
          ...(isReply ? { replyContent } : { auditReason, auditStatus: commentStates.states.refused.value }),
        })
      }
      changes={[bookCommentReply]}
      isDanger={!isReply}
      onClose={onClose}
    >
      <p className="mall-text">{String(row['content'])}</p>
    </FormDialog>
  )
}
