import { Agent } from 'node:http'
import type pg from 'pg'
import { fetchPage, onStudents } from './list-load.ts'
import { timesOf } from './times.ts'

export interface MillionFigures {
  reader: string
  asked: string
  p50: number
  /** In ms, from the request to the last byte of the answer; wanted at most 100. */
  p95: number
}

const LIST = '/api/bigdata-service/basicstudent/list'
/** Surnames with their share per mille, as they are in China. */
const SURNAMES =
  '王71李70张67刘54陈45杨31黄22赵21吴20周19徐17孙15马13朱13胡13郭12何12林12高10罗10郑9梁9谢8宋8唐7许7韩7邓7冯6曹6彭6曾6肖6田5董5潘5袁4蔡4蒋4余4于4杜4叶4程4魏4苏4吕4丁4任4卢3姚3沈3钟3姜3崔3谭3陆3范3汪3廖3石3金3韦3贾3夏3付2方2邹2熊2白2孟2秦2邱2侯2江2尹2薛2闫2段2雷2龙2黎2史2陶2贺2毛2郝2顾2龚2邵2万2'
const GIVEN =
  '子梓浩宇一涵轩怡欣雨佳思诗文博俊杰明小建国志伟强芳娜秀英敏静丽艳娟涛超勇军磊洋平刚桂玉兰凤洁琳晨雪梦瑶嘉昊天泽睿铭皓辰逸鑫鹏飞龙翔凯旋悦心妍彤晓红霞春梅华莉燕玲丹萍君云海江山林森松柏青蓝紫月星光阳晴岚峰川河源泉清澈润泓漫婷媛珊珍珠瑞祥福禄寿康宁安乐意如愿望希成功业勤学习书画琴棋礼仪仁义信忠孝诚德才贤良淑惠慧智聪颖灵巧妙美善真'

const STAFF: Record<string, Record<string, string | number>> = {
  'first page': {},
  'page 50,000': { current: 50_000 },
  'page 99,999': { current: 99_999 },
  'by name': { ascs: 'studentName' },
  'by name, page 50,000': { ascs: 'studentName', current: 50_000 },
  'by name downwards, page 50,000': { descs: 'studentName', current: 50_000 },
  'by grade, page 50,000': { ascs: 'gradeCode', current: 50_000 },
  'by area, page 50,000': { ascs: 'areaCode', current: 50_000 },
  'a grade, page 10,000': { gradeCode: '2', current: 10_000 },
  'an area, page 3,000': { areaCode: '990003', current: 3000 },
  'a school, last page': { schoolCode: 'S0123', current: 200 },
  'made since last year': { createTime_datege: '2025-01-01' },
  'one character': { studentName: '明' },
  'the commonest surname': { studentName: '王' },
  'the commonest surname, page 1,000': { studentName: '王', current: 1000 },
  'two characters': { studentName: '小明' },
  'a full name': { studentName: '王小明' },
  'a full name by name': { studentName: '王小明', ascs: 'studentName' },
  'pinyin in full': { studentName: 'wangxiaoming' },
  'one syllable': { studentName: 'ming' },
  'first letters': { studentName: 'wxm' },
  'two first letters': { studentName: 'wx' },
  'no such name': { studentName: '龘龘' },
}

const SCHOOL: Record<string, Record<string, string | number>> = {
  'first page': {},
  'last page': { current: 200 },
  'by name, page 100': { ascs: 'studentName', current: 100 },
  'by name downwards': { descs: 'studentName' },
  'a grade': { gradeCode: '2' },
  'one character': { studentName: '明' },
  'the commonest surname': { studentName: '王' },
  'two characters': { studentName: '小明' },
  'first letters': { studentName: 'wxm' },
}

/** Pages, orders and searches of 1,000,000 students as the bureau and a school of 2,000 see them. */
export function benchMillion(): Promise<MillionFigures[]> {
  return onStudents(async (start) => {
    const [port = '', wide = '', , , school = ''] = await start('product')
    const agent = new Agent({ keepAlive: true })
    const measured = async (reader: string, token: string, cases: typeof STAFF) => {
      const figures: MillionFigures[] = []
      for (const [asked, query] of Object.entries(cases)) {
        const size = {
          size: '10',
          ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
        }
        const url = `http://127.0.0.1:${port}${LIST}?${new URLSearchParams(size).toString()}`
        const times = await timesOf(() => fetchPage(url, { 'blade-auth': `bearer ${token}`, 'x-nulls': 'keep' }, agent))
        figures.push({ reader, asked, ...times })
      }
      return figures
    }
    const figures = [...(await measured('bureau', wide, STAFF)), ...(await measured('school', school, SCHOOL))]
    agent.destroy()
    return figures
  }, fillMillion)
}

/** 500 schools of 2,000 in 25 areas; three grades; names as common as they are. */
async function fillMillion(client: pg.Client): Promise<void> {
  const surnames = [...SURNAMES.matchAll(/(\D)(\d+)/g)].flatMap(([, name = '', share]) =>
    Array<string>(Number(share)).fill(name),
  )
  await client.query(
    `insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage, enter_year,
       grade_code, class_code, class_name, student_no, is_sealed)
     select n, '097108', 'L' || lpad(n::text, 18, '0'),
       ($1::text[])[1 + floor(random() * cardinality($1::text[]))::int] || ($2::text[])[1 + floor(cardinality($2::text[]) * random() ^ 1.3)::int]
         || case when random() < 0.8 then ($2::text[])[1 + floor(cardinality($2::text[]) * random() ^ 1.3)::int] else '' end,
       1 + n % 2, '9900' || lpad((n % 500 / 20)::text, 2, '0'), 'S' || lpad((n % 500)::text, 4, '0'), '3', 2023 + n % 3, (1 + n % 3)::text,
       'S' || lpad((n % 500)::text, 4, '0') || 'C' || (n / 500) % 40, '高三(' || (n / 500) % 40 || ')班', lpad((n % 997)::text, 4, '0'), 0
     from generate_series(1, 1000000) n`,
    [surnames, [...GIVEN]],
  )
}
