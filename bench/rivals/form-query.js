// What one would write first: Express, a pool, and a query made of whatever criteria the form has. It knows nobody and keeps no log.
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })
const app = express()

app.post('/search', express.json(), async (request, response) => {
  const { street, postal_code, house_number, municipality_id } = request.body
  const values = []
  const conditions = ['retired_on is null']
  const add = (condition, value) => conditions.push(condition.replace('?', `$${values.push(value)}`))
  if (street) add('lower(street.name) like ?', `%${street.toLowerCase()}%`)
  if (postal_code) add('postal_code = ?', postal_code)
  if (house_number) add('house_number = ?', house_number)
  if (municipality_id) add('street.municipality_id = ?', municipality_id)
  const { rows } = await pool.query(
    `select alias, object_code, street.name as street, house_number, house_number_extension, postal_code, city,
       municipality.id as municipality_id, municipality.name as municipality_name, lon, lat
     from address
     join street on street.id = street_id
     join municipality on municipality.id = street.municipality_id
     where ${conditions.join(' and ')}
     order by street.name, house_number, house_number_extension
     limit 25`,
    values,
  )
  response.json({ data: rows })
})

app.listen(Number(process.env.PORT), '127.0.0.1')
