import { DownloadOutlined, PrinterOutlined, UploadOutlined } from '@ant-design/icons'
import { importFromSelfStudy, paperBooks } from '@xueheng/contract/domains/exam/paper/paper-calls.ts'
import { Button, Dropdown } from 'antd'
import { useRef, useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { ApiError, callApi, download } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { TableImport } from '../../../platform/table-import/TableImport.tsx'
import { factKey } from '../exam.ts'
import { CopyPapers } from './CopyPapers.tsx'
import type { PaperLine, PaperPlace } from './papers.ts'
import { readBankFile } from './self-study-file.ts'

interface PaperBooksProps {
  place: PaperPlace
  papers: PaperLine[]
  isLocked: boolean
  onPrint: () => void
}

/** Questions in from workbooks, other exams and other programs, and out as workbook and on paper. */
export function PaperBooks({ place, papers, isLocked, onPrint }: PaperBooksProps) {
  const t = useT()
  const [opened, open] = useState<string>()
  const fetching = useAction(() => download(paperBooks.fetch.path, { ...place }), { done: '' })
  return (
    <>
      {!isLocked && <ImportMenu place={place} onOpen={open} />}
      <Button icon={<DownloadOutlined />} onClick={() => void fetching.run()}>
        {t('导出')}
      </Button>
      <Button icon={<PrinterOutlined />} onClick={onPrint}>
        {t('打印')}
      </Button>
      {opened === 'book' && (
        <TableImport
          title={`${t('从工作簿导入')} · ${t(place.courseName)}`}
          calls={paperBooks}
          asked={{ ...place }}
          option={{ name: 'isReplace', label: t('同时删除工作簿中没有的题目') }}
          changes={['exam', place.examId]}
          sayKnown={(n) => t('；其中 {n} 行修改已有题目', { n })}
          sayKept={(kept) => ({ title: t('新增 {added} 题，修改 {changed} 题', { ...kept }) })}
          onClose={() => open(undefined)}
        />
      )}
      {opened === 'exam' && <CopyPapers examId={place.examId} papers={papers} onClose={() => open(undefined)} />}
    </>
  )
}

/** The ways in; a file of another program is taken at once. */
function ImportMenu({ place, onOpen }: { place: PaperPlace; onOpen: (way: string) => void }) {
  const t = useT()
  const file = useRef<HTMLInputElement>(null)
  const taking = useAction(
    async (chosen: File) => {
      const questions = readBankFile(await chosen.text())
      if (!questions) throw new ApiError(400, t('文件中没有题目列表'))
      return callApi(importFromSelfStudy, { ...place, questions })
    },
    {
      done: (kept) => t('新增 {added} 题，修改 {changed} 题', { ...kept }),
      changes: [factKey(place.examId, 'papers'), factKey(place.examId, 'paper')],
    },
  )
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'book', label: t('从工作簿导入') },
            { key: 'exam', label: t('从另一次考试沿用') },
            { key: 'study', label: t('从自主学习或题库的文件导入') },
          ],
          onClick: ({ key }) => (key === 'study' ? file.current?.click() : onOpen(key)),
        }}
      >
        <Button icon={<UploadOutlined />} loading={taking.isBusy}>
          {t('导入')}
        </Button>
      </Dropdown>
      <input
        ref={file}
        type="file"
        accept=".json"
        hidden
        aria-label={t('自主学习或题库的文件')}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) void taking.run(chosen)
          event.target.value = ''
        }}
      />
    </>
  )
}
