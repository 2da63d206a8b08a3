import type { Random } from '../random.ts'

const words = (text: string) => text.trim().split(/\s+/) as [string, ...string[]]
const lines = (text: string) => text.trim().split(/\s*,\s*/) as [string, ...string[]]

/** Names that nearly every town has. */
const common = lines(`
  Kerkstraat, Schoolstraat, Dorpsstraat, Hoofdstraat, Molenweg, Molenstraat, Stationsstraat, Nieuwstraat,
  Marktstraat, Markt, Julianastraat, Wilhelminastraat, Beatrixstraat, Emmastraat, Irenestraat, Kloosterstraat,
  Kasteelstraat, Veldstraat, Bergstraat, Beekstraat, Sportlaan, Parallelweg, Rijksweg, Provincialeweg, Industrieweg,
  Eikenlaan, Beukenlaan, Berkenlaan, Kastanjelaan, Lindenlaan, Meidoornstraat, Rozenstraat, Tulpenstraat,
  Anjerstraat, Bosweg, Hogeweg, Lageweg, Putstraat, Kruisstraat, Torenstraat, Kapelstraat, Pastorieweg,
  Raadhuisplein, Raadhuisstraat, Wilhelminaplein, Oranjestraat, Mijnstraat, Schachtstraat, Groenstraat, Grachtstraat,
  Sint Jansstraat, St. Pieterstraat, Sint Barbarastraat, Sint Antoniusweg, Prins Hendrikstraat,
  Prinses Margrietstraat, Koningin Emmaplein, Valkenburgerweg, Maastrichterweg, Kerkplein, Kerkpad, Brugstraat,
  Tuinstraat, Holstraat, Hoogstraat, Broekstraat, Steenweg, Heirweg, Dr. Schaepmanstraat, Mgr. Nolensstraat,
  't Veldje, 's-Gravenweg, Op de Berg, In de Hof, Aan de Beek, Achter de Kerk`)

const stems = words(`
  Abdij Acacia Adelaar Ahorn Akelei Amandel Ambachts Andoorn Anemoon Appel Arends Aster Bakker Ballade Bandels
  Barbeel Baron Begonia Bekker Bever Bloesem Boekweit Bokking Bongerd Boomgaard Boter Braam Brem Brouwers Buizerd
  Carbon Cedernhof Ceder Chrysanten Citer Clematis Cokes Cyclaam Dahlia Dassen Distel Diamant Dolomiet Druiven Duiven
  Edelsteen Eekhoorn Egel Elzen Erica Esdoorn Eskader Everts Fazanten Fluiter Forel Freesia Fuchsia Gaarde Ganzen
  Gentiaan Gerst Gitaar Gladiolen Goudsbloem Graan Graniet Haver Hazelaar Hazen Heggen Hennep Herders Hermelijn
  Hertog Hindes Honing Hop Houtduif Hulst Hyacint Ijsvogel Iris Jagers Jasmijn Jonagold Kamille Kamperfoelie Karper
  Kauw Kersen Kievit Klaproos Klaver Kobalt Koekoek Kompel Konijnen Koolmees Koper Koren Korhoen Krekel Krokus
  Kwartel Lariks Lavendel Leem Leeuwerik Lelie Lijster Lisdodde Loods Lork Lupine Maanhof Magnolia Margriet Marter
  Merel Mergel Mispel Molenaars Mos Muziek Myrte Narcis Nachtegaal Noten Oehoe Olmen Opaal Orchidee Otter Ooievaar
  Papaver Parel Patrijs Peper Peren Pimpernel Pinksterbloem Plataan Populier Primula Pruimen Putter Raaf Radijs
  Reiger Ridderspoor Robijn Roek Rogge Roerdomp Saffier Salie Schapen Schelp Schutters Seringen Sikkel Sleutelbloem
  Smaragd Smids Sneeuwklok Spar Specht Spiegel Sperwer Spoor Spreeuwen Steenkool Steiger Struisvogel Tarwe Tijm
  Topaas Torenvalk Turkoois Uilen Valken Varens Veenbes Veldhoen Vergeetmijniet Vink Violier Vlas Vlier Vlinder
  Vogelkers Vos Wacholder Wagenaars Walnoot Wevers Wielewaal Wijngaard Wikke Wilgen Winde Wouw Zilver Zinnia
  Zonnebloem Zuring Zwaluw Zwanen Aurora Orion Saturnus Jupiter Mercurius Neptunus Pluto Venus Poolster Regenboog
  Morgen Avond Zomer Winter Lente Herfst`)

const stemsWithAccents =
  words(`Reeën Mariën Oriënt Ruïne Coöperatie Lelieën Zeeën Heliopoliën Caeciliën Azaleeën Orchideeën Financiën Cliënten
  Comité Préfet Hôtel Crèche Château Félicité Beguïnen Bataviën Olympiërs Kariër Poëten Koloniën`)

const kinds: [[string, number], ...[string, number][]] = [
  ['straat', 42],
  ['weg', 22],
  ['laan', 12],
  ['hof', 6],
  ['plein', 4],
  ['pad', 4],
  ['dreef', 2],
  ['singel', 2],
  ['veld', 2],
  ['steeg', 1],
  ['plantsoen', 1],
  ['park', 1],
  ['kamp', 1],
]

const titles = lines(`
  Burgemeester, Burg., Pastoor, Pater, Kapelaan, Deken, Dr., Doctor, Mgr., Monseigneur, Ir., Professor, Prof.,
  Wethouder, Dokter, Meester, Notaris, Generaal, Zuster, Kardinaal, Minister, Gouverneur`)
const firstNames = lines(`
  Jan, Piet, Willem, Anna, Maria, Hendrik, Jacob, Johan, Karel, Louis, Theo, Frans, Sjef, Hub, Wiel, Netta, Truus,
  Clara, Albert, Antoon, Gerard, Leo, Max, Emile, Joseph, Marie, Helena, Ida, Lambert, Servaas, Paul, Rosa, Johanna,
  Cornelis, Jacoba, Aletta`)
const firstNamesWithAccents = lines(
  `René, André, José, Daniël, Raphaël, Noël, Zoë, Désirée, Thérèse, Hélène, Michaël, Joël, Régine, Valère`,
)
const surnames = lines(`
  Aarts, van den Berg, Bemelmans, Bindels, Boosten, Brouns, Canisius, Cremers, Crutzen, van Dam, Dautzenberg,
  Delnoij, Dohmen, Driessen, Eussen, Erens, Franssen, Frijns, Geelen, Gelissen, Gerards, van Gils, Habets, Hamers,
  Hanssen, van der Heijden, Hermans, Heuts, Hodenius, Houben, Huijnen, Jacobs, Janssen, Jongen, Kerckhoffs, Keulers,
  Kicken, Kleijnen, Knops, Kuijpers, van de Laar, Lataster, Lemmens, Lendersen, Limpens, Loontjens, Maessen, Mertens,
  Meijers, Moonen, Muyres, Nijsten, Offermans, Ortmans, Paulissen, Peerboom, Pijls, Ploum, Poels, Quaedvlieg,
  Ramakers, Reinaerts, Rooijen, Ruijters, Savelsberg, Schaepkens, Schillings, Schoenmaeckers, Senden, Sijstermans,
  Slangen, Smeets, Snijders, Spierts, Starmans, Stassen, Theunissen, Thewissen, Tummers, Vaessen, van Tongeren,
  Verhagen, Vliegen, Vroomen, van der Waals, Waszink, Weijers, Wetzels, Wiertz, Willems, Winthagen, Zinken,
  Zwartenberg`)
const surnamesWithAccents = lines(
  'Schröder, Köhler, Müller, Böhmer, Brüll, Hérens, Jäger, Pütz, Crüts, Lévy, Schönberg, Gräve',
)

const before = lines('Oude, Nieuwe, Korte, Lange, Verlengde, Kleine, Grote, Achterste, Voorste, 1e, 2e, Eerste, Tweede')
const after = lines('Noord, Zuid, Oost, West')
const fieldsBefore = lines(
  "Op de, In de, Aan de, Achter de, Onder de, Bij de, Boven de, Naast de, Op gen, In gen, Aan gen, Achter gen, In 't, De, Oude",
)
const fields = words(`
  Akker Bies Bongerd Boord Bos Bovenste Broek Bron Brouwerij Cramer Dem Donk Dries Einde Gats Gaard Geer Graaf Haag
  Hei Heggen Hoeve Hof Horn Kamp Kapel Kamer Klinkert Knip Koel Kolk Kom Kreek Kuil Laak Leem Linden Locht Loer Maar
  Maat Meer Moer Moolt Mortel Muur Nobel Olie Paal Pas Poort Prik Put Rand Rode Roes Rousch Ruwe Schans Schuur Slag
  Sprunk Steeg Steenberg Stift Straat Trap Vink Vaart Veste Vijver Vlak Voor Wal Warande Weide Wiel Wijer Winkel Zijp
  Zouw`)
const apostrophes = lines("'s-Heeren, 's-Graven, 's-Hertogen, 't Gan, 't Lind, 's-Konings, d'Arc")

type NameMaker = (random: Random) => string

const kind: NameMaker = (random) => random.weighted(kinds)
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const stemmed: NameMaker = (random) => random.pick(stems) + kind(random)
const person: NameMaker = (random) =>
  `${random.pick(random.chance(0.45) ? titles : firstNames)} ${random.pick(surnames)}${random.pick(['straat', 'straat', 'laan', 'weg', 'plein'])}`
const field: NameMaker = (random) => `${random.pick(fieldsBefore)} ${random.pick(fields)}`
const extended: NameMaker = (random) => {
  const plain = random.chance(0.3) ? random.pick(common) : stemmed(random)
  return random.chance(0.7) && !plain.startsWith("'")
    ? `${random.pick(before)} ${plain}`
    : `${plain} ${random.pick(after)}`
}
const accented: NameMaker = (random) => {
  const kindOfName = random.next()
  if (kindOfName < 0.4) return random.pick(stemsWithAccents) + kind(random)
  if (kindOfName < 0.7) return `${random.pick(firstNamesWithAccents)} ${random.pick(surnames)}straat`
  return `${random.pick(random.chance(0.5) ? titles : firstNames)} ${random.pick(surnamesWithAccents)}${random.pick(['straat', 'laan'])}`
}
const apostrophe: NameMaker = (random) => {
  const first = random.pick(apostrophes)
  return first.startsWith("'t") ? `${first} ${random.pick(fields)}` : first + kind(random)
}

// Number per thousand streets. The shares of accents and apostrophes were measured in 1.4 million real addresses.
const makers: [[NameMaker, number], ...[NameMaker, number][]] = [
  [(random) => random.pick(common), 260],
  [stemmed, 330],
  [person, 190],
  [extended, 100],
  [field, 90],
  [accented, 24],
  [apostrophe, 6],
]

/** Returns a Dutch street name that is not in `usedNames`, and adds it. It is never the name of a fixed street. */
export function nameStreet(random: Random, usedNames: Set<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    // In a large city the short names run out, so after many attempts a name has more words.
    const maker = attempt > 20 ? extended : random.weighted(makers)
    const name = upperFirst(attempt > 60 ? `${random.pick(before)} ${maker(random)}` : maker(random))
    if (usedNames.has(name)) continue
    usedNames.add(name)
    return name
  }
}
