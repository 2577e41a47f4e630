import { useQuery } from '@tanstack/react-query'
import { findPackageByExamId, type packageFields } from '@xueheng/contract/domains/exam/exam-package.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { Table, Tag } from 'antd'
import { menu } from '../../../platform/declared/declared.ts'
import { get } from '../../../platform/api/client.ts'
import { fixed } from '../../../platform/crud/fields/fixed.ts'
import { type Translate, useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { type Exam, factKey } from '../exam.ts'

type PackageVersion = EntityRow<typeof packageFields>

/** The screen that compares two versions. */
const CHANGES = menu.flatMap(({ children = [] }) => children).find(({ code }) => code === 'report_package_change')

/** Every version of the package, the newest first: what it was made of, and which one readers see. */
export function PackageVersions({ exam }: { exam: Exam }) {
  const t = useT()
  const versions = useQuery({
    queryKey: factKey(exam.id, 'packages', exam.packageVersion, exam.examStatus),
    queryFn: () => get<PackageVersion[]>(findPackageByExamId.path, { examId: exam.id }),
  })
  const canCompare = useCan()(CHANGES?.permission ?? '')
  if (!versions.data?.length) return null
  return (
    <section className="exam-packages" aria-label={t('报表版本')}>
      <Table<PackageVersion>
        size="small"
        rowKey="packageVersion"
        columns={[...columnsOf(t), ...(canCompare ? [compareColumn(t, exam.id)] : [])]}
        dataSource={versions.data}
        pagination={versions.data.length > 10 ? { size: 'small', pageSize: 10, showSizeChanger: false } : false}
        scroll={{ x: 'max-content' }}
      />
    </section>
  )
}

/** The way to what changed from the version before. */
function compareColumn(t: Translate, examId: string) {
  return {
    title: t('版本变化'),
    key: 'compare',
    render: ({ packageVersion }: PackageVersion) =>
      (packageVersion ?? 0) > 1 && (
        <button
          type="button"
          className="crud-link"
          onClick={() => openTab(`${CHANGES?.path}?examId=${examId}&toVersion=${packageVersion}`)}
        >
          {t('与上一版比较')}
        </button>
      ),
  }
}

function columnsOf(t: Translate) {
  return [
    {
      title: t('版本'),
      key: 'version',
      render: (row: PackageVersion) => (
        <>
          {t('第 {n} 版', { n: row.packageVersion ?? 0 })}{' '}
          {row.isPublished === 1 && <Tag color="success">{t('已发布')}</Tag>}
        </>
      ),
    },
    { title: t('生成时间'), dataIndex: 'builtTime' },
    { title: t('数据修订'), dataIndex: 'dataVersion', align: 'right' as const },
    {
      title: t('考生数'),
      key: 'students',
      align: 'right' as const,
      render: (row: PackageVersion) => row.studentNum ?? '—',
    },
    {
      title: t('大小'),
      key: 'size',
      align: 'right' as const,
      render: (row: PackageVersion) => sizeText(row.sizeBytes),
    },
    { title: t('对比考试'), key: 'before', render: (row: PackageVersion) => row.prevExamName ?? '—' },
    { title: t('生成人'), key: 'builtBy', render: (row: PackageVersion) => row.builtBy ?? '—' },
  ]
}

const KILOBYTE = 1024

/** Bytes as people say them: `640 KB`, `72.4 MB`. */
function sizeText(bytes: number | null | undefined): string {
  if (typeof bytes !== 'number') return '—'
  const megabytes = bytes / KILOBYTE ** 2
  return megabytes < 1 ? `${fixed(bytes / KILOBYTE, 0)} KB` : `${fixed(megabytes, 1)} MB`
}
