import { savePaper } from '@xueheng/contract/domains/exam/paper/paper-calls.ts'
import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { ApiError, callApi, post } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { RefusalNote } from '../../../platform/ui/RefusalNote.tsx'
import { type Exam, factKey } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'
import { PaperBooks } from './PaperBooks.tsx'
import { PaperGrid } from './PaperGrid.tsx'
import { PaperPrint } from './PaperPrint.tsx'
import { PaperSumsBar } from './PaperSumsBar.tsx'
import { PaperTools } from './PaperTools.tsx'
import type { PaperDictionaries, PaperLine, PaperPlace, StoredQuestion } from './papers.ts'
import { type PaperSheet, usePaperSheet } from './use-paper-sheet.ts'

interface PaperDeskProps {
  exam: Exam
  place: PaperPlace
  papers: PaperLine[]
  examScore: number
  stored: StoredQuestion[]
  dictionaries: PaperDictionaries
  isLocked: boolean
}

/** One paper: its sums, its questions as a sheet, and what is done with the whole. */
export function PaperDesk({ exam, place, papers, examScore, stored, dictionaries, isLocked }: PaperDeskProps) {
  const t = useT()
  const sheet = usePaperSheet(place, stored, dictionaries)
  const saving = useSaving(place, stored, sheet)
  const [isPrinting, setPrinting] = useState(false)
  const isChanged = sheet.edits.count > 0
  const [first] = sheet.faults

  return (
    <>
      <div className="paper-head">
        <PaperSumsBar
          sheet={sheet}
          examScore={examScore}
          onFault={() => first && sheet.move({ row: first.row, column: Math.max(0, first.column) })}
        />
        <div className="exam-part-actions">
          <PaperBooks
            place={place}
            papers={papers}
            isLocked={isLocked || isChanged}
            onPrint={() => setPrinting(true)}
          />
          {isChanged && <Button onClick={saving.drop}>{t('放弃修改')}</Button>}
          <GatedButton
            exam={exam}
            action="editPaper"
            code="examcoursepaperquestion_edit"
            type="primary"
            loading={saving.isBusy}
            reason={isChanged ? (first ? t('请先改正标红的内容') : undefined) : t('没有改动')}
            onClick={() => void saving.run()}
          >
            {t('保存题目')}
          </GatedButton>
        </div>
      </div>
      {sheet.isOutdated && !saving.isBusy ? (
        <OutdatedNote onKeep={saving.rebase} onDrop={saving.drop} />
      ) : (
        <RefusalNote text={saving.refusal} />
      )}
      {!isLocked && <PaperTools sheet={sheet} />}
      <Questions {...{ place, sheet, dictionaries, isLocked }} isBusy={saving.isBusy} />
      {isPrinting && (
        <PaperPrint
          title={`${exam.examName} ${place.courseName}`}
          subtitle={t('双向细目表（{paper}卷）', { paper: place.paperCode })}
          questions={sheet.questions}
          labels={dictionaries.labels}
          sums={sheet.sums}
          onDone={() => setPrinting(false)}
        />
      )}
    </>
  )
}

/** Somebody else saved the paper first: whose questions hold is said by the user. */
function OutdatedNote({ onKeep, onDrop }: { onKeep: () => void; onDrop: () => void }) {
  const t = useT()
  return (
    <RefusalNote
      text={t('这份试卷已被他人修改；表中是您没有保存的内容')}
      action={
        <Space wrap>
          <Button size="small" onClick={onKeep}>
            {t('以我的内容为准')}
          </Button>
          <Button size="small" onClick={onDrop}>
            {t('载入最新数据')}
          </Button>
        </Space>
      }
    />
  )
}

interface QuestionsProps extends Pick<PaperDeskProps, 'place' | 'dictionaries' | 'isLocked'> {
  sheet: PaperSheet
  isBusy: boolean
}

/** The sheet, or what a paper says that has no questions and gets none. */
function Questions({ place, sheet, dictionaries, isLocked, isBusy }: QuestionsProps) {
  const t = useT()
  if (isLocked && sheet.used === 0) return <Empty title={t('没有题目')} />
  return (
    <PaperGrid
      label={t('{course}的题目', { course: place.courseName })}
      sheet={sheet}
      labels={dictionaries.labels}
      isLocked={isLocked || isBusy}
    />
  )
}

/** Saves the paper as a whole; what the server finds is shown at its cells, and nothing typed is lost. */
function useSaving(place: PaperPlace, stored: StoredQuestion[], sheet: PaperSheet) {
  const t = useT()
  const client = useQueryClient()
  const { questions, version, edits } = sheet
  const paperKey = factKey(place.examId, 'paper', place.courseName, place.paperCode)

  async function save(): Promise<void> {
    try {
      if (questions.length > 0) await callApi(savePaper, { ...place, questions, version })
      else await post(`${paperQuestion.paths[0]}/remove`, { query: { ids: stored.map((row) => row.id).join() } })
    } catch (error) {
      if (error instanceof ApiError) sheet.showRefused(error.problems)
      throw error
    }
  }

  const action = useAction(save, {
    isInline: true,
    done: t('题目已保存'),
    changes: [factKey(place.examId, 'papers'), paperKey],
    async onDone() {
      await client.refetchQueries({ queryKey: paperKey })
      edits.drop()
    },
  })

  function drop(): void {
    edits.drop()
    action.reset()
  }

  function rebase(): void {
    sheet.rebase()
    action.reset()
  }

  return { ...action, drop, rebase }
}
