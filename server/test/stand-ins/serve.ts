import { startWechat } from './wechat.ts'
import { type WecomStandIn, startWecom } from './wecom.ts'

/** Stand-ins for people who want to click: the messaging platforms on this machine, until Ctrl-C. */
const PORTS = { wechat: 8701, wecom: 8702 }
const PEOPLE = 500
const CHILDREN = 40

const wechat = await startWechat({ port: PORTS.wechat })
wechat.follow(PEOPLE, 'oFake')
const wecom = await startWecom({ port: PORTS.wecom })
const SECRET = 'stand-in-secret-of-32-characters'
wecom.secrets.add(SECRET)
addSchool(wecom)
process.stdout.write(`公众平台  ${wechat.base}  （${PEOPLE}位粉丝）
启动服务时设置  WECHAT_API=${wechat.base} WECHAT_MP=${wechat.base}
公众号账号里填写  appid 任意，AppSecret ${wechat.secret}

企业微信  ${wecom.base}  （一所学校，两个班，每班${CHILDREN}名学生和家长）
启动服务时设置  WECOM_API=${wecom.base}
企业管理里填写  企业ID 以 ww 开头，应用AgentId 1000002，Secret ${SECRET}
`)

/** A school with a grade of two classes, and a parent for every student. */
function addSchool({ departments, students, parents }: WecomStandIn): void {
  departments.set(1, { id: 1, name: '示例中学', parentid: 0, type: 5 })
  departments.set(2, { id: 2, name: '七年级', parentid: 1, type: 2, standard_grade: 7, register_year: 2026 })
  for (const [at, id] of [3, 4].entries()) {
    departments.set(id, { id, name: `${at + 1}班`, parentid: 2, type: 1 })
    for (let n = 1; n <= CHILDREN; n += 1) {
      const no = `${id}${String(n).padStart(3, '0')}`
      students.set(`s${no}`, { student_userid: `s${no}`, name: `学生${no}`, department: [id] })
      const children = [{ student_userid: `s${no}`, relation: '妈妈' }]
      parents.set(`p${no}`, { parent_userid: `p${no}`, mobile: `1390000${no}`, is_subscribe: 1, children })
    }
  }
}
