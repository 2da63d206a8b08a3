// Two ordinary Express servers that query the given criteria. With DUTIES=on, the server has the duties of the product:
// it checks the signed token, reads the session, checks the input, and writes a log line. Without, it only searches.
// Both prepare their statements, keep verified tokens, and compute no ETag, because the product does the same.
import express from 'express'
import { jwtVerify } from 'jose'
import pg from 'pg'
import { pino } from 'pino'
import * as z from 'zod'

const hasDuties = process.env.DUTIES === 'on'
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })
const secret = new TextEncoder().encode(process.env.JWT_SECRET)
const log = pino()
const app = express()
app.disable('etag')
app.disable('x-powered-by')

const Criteria = z.strictObject({
  street: z.string().max(100).optional(),
  postal_code: z.string().max(10).optional(),
  house_number: z.int().positive().optional(),
  municipality_id: z.int().optional(),
})

const verified = new Map()
async function sessionOf(authorization = '') {
  const known = verified.get(authorization)
  if (known && Date.now() / 1000 < known.exp) return known.sid
  const token = await jwtVerify(authorization.replace('Bearer ', ''), secret, { algorithms: ['HS256'] }).catch(() => {})
  if (!token) return undefined
  verified.set(authorization, token.payload)
  return token.payload.sid
}

async function findEmployee(authorization) {
  const session_id = await sessionOf(authorization)
  if (!session_id) return undefined
  const { rows } = await pool.query({
    name: 'session',
    text: `select employee.id, email, name, roles from session join employee on employee.id = employee_id
      where session.id = $1 and ended_at is null and expires_at > now() and blocked_at is null`,
    values: [session_id],
  })
  return rows[0]
}

async function search(criteria) {
  const { street, postal_code, house_number, municipality_id } = criteria
  const values = []
  const conditions = ['retired_on is null']
  const add = (condition, value) => conditions.push(condition.replace('?', `$${values.push(value)}`))
  if (street) add('lower(street.name) like ?', `%${street.toLowerCase()}%`)
  if (postal_code) add('postal_code = ?', postal_code)
  if (house_number) add('house_number = ?', house_number)
  if (municipality_id) add('street.municipality_id = ?', municipality_id)
  const { rows } = await pool.query({
    name: `search by ${Object.keys(criteria).sort().join(' ')}`,
    text: `select alias, object_code, street.name as street, house_number, house_number_extension, postal_code, city,
        municipality.id as municipality_id, municipality.name as municipality_name, lon, lat
      from address
      join street on street.id = street_id
      join municipality on municipality.id = street.municipality_id
      where ${conditions.join(' and ')}
      order by street.name, house_number, house_number_extension
      limit 25`,
    values,
  })
  return rows
}

app.post('/search', express.json(), async (request, response) => {
  if (!hasDuties) return response.json({ data: await search(request.body) })
  const employee = await findEmployee(request.headers.authorization)
  if (!employee?.roles.includes('bsgw_employee')) return response.status(401).json({ message: 'Unauthorized' })
  const criteria = Criteria.safeParse(request.body)
  if (!criteria.success) return response.status(422).json({ message: 'Invalid input' })
  const rows = await search(criteria.data)
  log.info({ employee: employee.id, rows: rows.length }, 'search')
  response.json({ data: rows })
})

app.listen(Number(process.env.PORT), '127.0.0.1')
