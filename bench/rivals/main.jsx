// The address search page as a developer can build it with react-admin in an afternoon.
import { createElement } from 'react'
import { Admin, Datagrid, List, Resource, TextField, TextInput } from 'react-admin'
import { createRoot } from 'react-dom/client'

const account = { email: 'medewerker@bsgw.example', password: 'Loket-demo-2026!' }

async function call(path, body, token) {
  const response = await fetch(`/api/v1/counter/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return response.json()
}

const login = call('user/auth/login', account)

const dataProvider = {
  async getList(_resource, { filter }) {
    const { data: session } = await login
    const { data = [], meta } = await call('addresses/search', filter, session.access_token)
    return {
      data: data.map((row) => ({ ...row, id: row.alias })),
      pageInfo: { hasNextPage: Boolean(meta?.next), hasPreviousPage: false },
    }
  },
}

const field = (source, label) => createElement(TextInput, { key: source, source, label, alwaysOn: true })
const filters = [
  field('street', 'Straat'),
  field('object_code', 'Objectcode'),
  field('postal_code', 'Postcode'),
  field('house_number', 'Huisnummer'),
  field('house_number_extension', 'Toevoeging'),
]

const columns = ['street', 'house_number', 'house_number_extension', 'postal_code', 'city']
const grid = createElement(
  Datagrid,
  { bulkActionButtons: false },
  columns.map((source) => createElement(TextField, { key: source, source })),
)
const AddressList = () => createElement(List, { filters, exporter: false }, grid)

createRoot(document.querySelector('#root')).render(
  createElement(Admin, { dataProvider }, createElement(Resource, { name: 'addresses', list: AddressList })),
)
