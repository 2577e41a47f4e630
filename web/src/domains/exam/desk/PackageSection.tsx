import { execPackageExam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { briefPaper } from '@xueheng/contract/domains/report/paper.ts'
import { Button } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { type Exam, isStale, statusOf } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'
import type { TermName } from '../../../platform/ui/Term.tsx'
import { PartHead } from '../PartHead.tsx'
import { PackageVersions } from './PackageVersions.tsx'
import type { PartProps } from './part-props.ts'
import { SealButton } from './SealButton.tsx'
import { TellParentsButton } from './TellParentsButton.tsx'
import { usePublishing } from './use-publishing.ts'
import { isPublishedStale, REPUBLISH_CODES, useRepublishing } from './use-republishing.ts'

const SEALING: TermName[] = ['封存']

/** 生成与发布: which version readers see, and the steps that change it. */
export function PackageSection({ exam, work }: PartProps) {
  const t = useT()
  const version = exam.packageVersion ?? 0
  return (
    <>
      <PartHead terms={SEALING} title="生成与发布" hint="报表一经生成不再改变；发布后各学校看到的就是这一版。" />
      <dl className="exam-versions">
        <Version title="当前数据" value={exam.dataVersion ?? 0} hint="每次归档、更正成绩、改口径、改学校都会加一" />
        <Version
          title="报表版本"
          value={version}
          hint={version > 0 ? t('由第 {n} 版数据生成', { n: exam.packageDataVersion ?? 0 }) : '还没有生成报表'}
        />
        <Version
          title="学校当前可见版本"
          value={isPublic(exam) ? version : 0}
          hint={isPublic(exam) ? '学校和教师可以查看' : '尚未发布'}
        />
      </dl>
      {isStale(exam) && (
        <p className="exam-alert">{t('数据或口径在生成报表之后有变化，报表仍是旧数据。请重新生成报表。')}</p>
      )}
      <PackageVersions exam={exam} />
      <ul className="exam-actions">
        <PackageAction exam={exam} work={work} />
        <PublishActions exam={exam} />
        {isPublic(exam) && <TellAction exam={exam} />}
        <SealAction exam={exam} />
      </ul>
    </>
  )
}

const { published, sealed } = examStates.states

function isPublic(exam: Exam): boolean {
  return statusOf(exam) === published.value || statusOf(exam) === sealed.value
}

function Version({ title, value, hint }: { title: string; value: number; hint: string }) {
  const t = useT()
  return (
    <div>
      <dt>{t(title)}</dt>
      <dd>{value > 0 ? t('第 {n} 版', { n: value }) : '—'}</dd>
      <small>{t(hint)}</small>
    </div>
  )
}

function PackageAction({ exam, work }: PartProps) {
  const t = useT()
  return (
    <li>
      <p>
        <b>{t('生成报表')}</b>
        {t('补算过期的项目，把全部结果冻结成新的一版。旧版在新版就绪前一直可读。')}
      </p>
      <div>
        {(exam.packageVersion ?? 0) > 0 && <ReadButtons exam={exam} />}
        {isPublishedStale(exam) ? (
          <RepublishButton exam={exam} work={work} />
        ) : (
          <GatedButton
            exam={exam}
            action="package"
            code="examinfo_package"
            reason={work.isBusy ? t('正在执行') : undefined}
            onClick={() => void work.run(() => callApi(execPackageExam, { examId: exam.id }))}
          >
            {t('生成报表')}
          </GatedButton>
        )}
      </div>
    </li>
  )
}

/** To the reports of the newest version, and to what is handed out of them. */
function ReadButtons({ exam }: { exam: Exam }) {
  const t = useT()
  const can = useCan()
  return (
    <>
      {can(briefPaper.permission) && (
        <Button onClick={() => openTab(`/bigdata/report/generalBrief?examId=${exam.id}&paper=1`)}>
          {t('印制报告')}
        </Button>
      )}
      <Button onClick={() => openTab(`/bigdata/report/oneScoreTwoRate?examId=${exam.id}`)}>{t('预览报表')}</Button>
    </>
  )
}

function RepublishButton({ exam, work }: PartProps) {
  const t = useT()
  const republishing = useRepublishing(exam, work)
  return (
    <GatedButton
      exam={exam}
      action="republish"
      code={REPUBLISH_CODES}
      type="primary"
      reason={work.isBusy ? t('正在执行') : undefined}
      onClick={() => void republishing.run()}
    >
      {t('重新计算并发布')}
    </GatedButton>
  )
}

function PublishActions({ exam }: { exam: Exam }) {
  const t = useT()
  const { publishing, withdrawing } = usePublishing(exam)
  return (
    <li>
      <p>
        <b>{t('发布')}</b>
        {t('学校和教师从此可以查看自己的报表。撤回后他们不再看到，报表仍保留。')}
      </p>
      <div>
        <GatedButton
          exam={exam}
          action="withdraw"
          code="examinfo_publish"
          danger
          onClick={() => void withdrawing.run()}
        >
          {t('撤回发布')}
        </GatedButton>
        <GatedButton
          exam={exam}
          action="publish"
          code="examinfo_publish"
          reason={isStale(exam) ? t('数据已更新，请重新生成报表后再发布') : undefined}
          onClick={() => void publishing.run()}
        >
          {t('发布')}
        </GatedButton>
      </div>
    </li>
  )
}

function TellAction({ exam }: { exam: Exam }) {
  const t = useT()
  return (
    <li>
      <p>
        <b>{t('通知家长')}</b>
        {t('绑定了考生并关注公众号的家长收到一条模板消息；名次只写到披露规则对家长公布的程度。')}
      </p>
      <div>
        <TellParentsButton exam={exam} />
      </div>
    </li>
  )
}

function SealAction({ exam }: { exam: Exam }) {
  const t = useT()
  return (
    <li>
      <p>
        <b>{t('封存')}</b>
        {t('封存后谁也不能再改动这次考试。解封须写明原因，并记入操作日志。')}
      </p>
      <div>
        <SealButton exam={exam} isSealing={statusOf(exam) !== sealed.value} />
      </div>
    </li>
  )
}
