"""The texts of the documents, as blocks that every producer prints in its own way. Written for this collection."""

P = 'paragraph'


def heading(level, text):
    return {'type': 'heading', 'level': level, 'text': text}


def paragraph(text):
    return {'type': P, 'text': text}


def items(*texts, numbered=False):
    """Each item is a text, or (text, [texts of the level below])."""
    return {'type': 'list', 'numbered': numbered, 'items': [t if isinstance(t, tuple) else (t, []) for t in texts]}


def table(head, *rows, look='ruled', caption=None):
    """look: ruled (all borders), lines (rules above and below), plain (only white space), shaded (a shaded header)."""
    return {'type': 'table', 'head': head, 'rows': [list(row) for row in rows], 'look': look, 'caption': caption}


def code(text):
    return {'type': 'code', 'text': text}


HARBOUR = [
    'The harbour was dredged in the spring, and the quay on its northern side was raised by forty centimetres so that '
    'barges of the new class can be unloaded at any tide.',
    'Work began later than planned because the contractor waited for a pump that was held at the border, and it ended '
    'within the budget all the same.',
    'The wardens counted every vessel that passed the lock. Their figures are given below; a vessel that passed twice '
    'on one day was counted once.',
    'Next year the southern basin follows. Its walls are older than those of the north, and the divers found two places '
    'where the mortar has been washed out.',
]
BEES = [
    'Bees were watched at three hives from April to September. Each hive stood on a scale that wrote down its weight '
    'every ten minutes, and a camera above the entrance counted those that left and those that came back.',
    'The weight of a hive rises while its bees find more than they eat. It falls in rain, and it falls fastest on the '
    'first warm day after rain, when all of them fly out at once.',
    'Counting by camera misses bees that pass below another one. We compared one hour in a hundred with a count by '
    'hand and found that four in a hundred were missed, more in the evening than at noon.',
    'Hives that stood in the shade lost less weight at noon. The difference is small, but it was seen in every month, '
    'and we know of no other cause for it.',
]

ADJECTIVES = ['Grey', 'Swift', 'Old', 'Little', 'Northern', 'Red', 'Patient']
NAMES = ['Heron', 'Otter', 'Star', 'Ferry', 'Lantern', 'Willow', 'Gull', 'Anchor', 'Wren', 'Pilot', 'Harvest']

DOCUMENTS = {
    'report': [
        heading(1, 'Report on the Harbour of Westmere'),
        paragraph(HARBOUR[0]),
        heading(2, '1 What was done'),
        paragraph(HARBOUR[1]),
        items('The quay was raised and its stones were set anew.', 'Four ladders were replaced.',
              'The lamps were changed for ones that use a third of the power.'),
        heading(2, '2 Vessels'),
        paragraph(HARBOUR[2]),
        table(['Month', 'Barges', 'Yachts', 'Rowing boats'], ['April', '41', '12', '7'], ['May', '58', '35', '22'],
              ['June', '63', '71', '40'], ['July', '60', '96', '58']),
        heading(2, '3 What comes next'),
        paragraph(HARBOUR[3]),
        paragraph('The divers come back in October. What they find then decides whether the basin can be drained in one '
                  'season or in two.'),
    ],
    'invoice': [
        heading(1, 'Invoice 2041'),
        paragraph('Westmere Boat Yard, 4 Quay Street, Westmere. To be paid within thirty days of the date of this invoice.'),
        table(['Position', 'Quantity', 'Unit price', 'Amount'], ['Oak plank, 3 m', '12', '48.00', '576.00'],
              ['Copper nails, box', '3', '19.50', '58.50'], ['Tar, 10 l', '2', '31.25', '62.50'],
              ['Labour, hours', '16', '52.00', '832.00'], ['Total', '', '', '1,529.00'], look='plain'),
        paragraph('Goods remain the property of the yard until they are paid for. Please name the number of the invoice '
                  'with your payment, so that it finds its way.'),
    ],
    'minutes': [
        heading(1, 'Minutes of the Spring Meeting'),
        paragraph('The meeting was opened at seven in the evening in the boat house. Fourteen members were present, and '
                  'three had sent word that they could not come.'),
        heading(2, 'Agenda'),
        items('Report of the treasurer', ('Repairs of the jetty', ['Timber and its price', 'Who works on which weekend']),
              'Summer regatta', 'Other matters', numbered=True),
        heading(2, 'Decisions'),
        paragraph('The treasurer was thanked for her report, which was adopted without a vote against it.'),
        items('The jetty is repaired before the first of June.', 'Timber is bought from the yard next door.',
              'The regatta is held on the second Sunday of July; if there is a storm, a week later.'),
        heading(2, 'Money'),
        table(['Item', 'Planned', 'Spent'], ['Timber', '900', '874'], ['Paint', '120', '131'], ['Prizes', '75', '60'],
              look='lines'),
        paragraph('The meeting was closed at half past nine. The next one is held in the autumn, on a day that the board '
                  'will name.'),
    ],
    'paper': [
        heading(1, 'Weighing Bees'),
        heading(2, '1. Introduction'),
        paragraph(BEES[0]),
        paragraph(BEES[1]),
        heading(2, '2. Method'),
        paragraph(BEES[2]),
        table(['Hive', 'Bees counted', 'Missed'], ['North', '48,112', '3.9 %'], ['South', '51,640', '4.2 %'],
              ['Orchard', '39,877', '4.0 %'], look='lines', caption='Table 1: Bees counted at each hive'),
        heading(2, '3. Results'),
        paragraph(BEES[3]),
        paragraph('A hive that had lost its queen was lighter by the end of the season than one that had been given a new '
                  'one in July. Both were fed in October.'),
        heading(3, '3.1. Weather'),
        paragraph('Rain was measured at the school, two kilometres away. A shower that fell there may have missed the '
                  'hives, and the other way round; over a month the two agree.'),
    ],
    'statement': [
        heading(1, 'Statement of Income'),
        paragraph('All amounts are in thousands. Amounts in parentheses are expenses.'),
        table(['', '2024', '2023'], ['Fees of members', '1,240', '1,198'], ['Hire of boats', '655', '610'],
              ['Harbour dues', '318', '322'], ['Income', '2,213', '2,130'], ['Wages', '(1,105)', '(1,072)'],
              ['Repairs', '(402)', '(377)'], ['Insurance', '(88)', '(86)'], ['Expenses', '(1,595)', '(1,535)'],
              ['Result of the year', '618', '595'], look='shaded'),
        heading(2, 'Remarks'),
        paragraph('Fees were raised by three per cent in January. Hire grew because the summer was dry, and because two '
                  'boats that had been in repair came back in May.'),
        paragraph('Repairs include the jetty, which was entered as an expense of the year and not as an asset.'),
    ],
    'manual': [
        heading(1, 'The Tide Clock'),
        paragraph('The tide clock shows the hours to the next high water. It is set once and then goes with the moon, so '
                  'that it loses some fifty minutes a day against an ordinary clock.'),
        heading(2, 'Setting the clock'),
        items('Open the back with a coin.', 'Turn the wheel until the hand points upwards at high water.',
              'Close the back again.', numbered=True),
        heading(2, 'Reading it by program'),
        paragraph('The clock answers on its serial port. It sends one line for each line that it is sent:'),
        code('tide> state\nnext high  03:12\nheight     4.1 m'),
        heading(2, 'Parts'),
        table(['Part', 'Number', 'Needed'], ['Hand', 'TC-01', '1'], ['Wheel', 'TC-02', '2'], ['Spring', 'TC-07', '1'],
              ['Screw, 6 mm', 'TC-11', '8'], look='ruled'),
        paragraph('Parts are sent by post within the week. The clock is guaranteed for five years, its spring for two.'),
    ],
    'register': [
        heading(1, 'Register of Moorings'),
        paragraph('Each mooring of the northern quay has a number and a ring of its own. The register is read out in '
                  'January, and whoever does not answer loses the mooring at Easter.'),
        table(['Number', 'Vessel', 'Length', 'Since'],
              *([str(number), f'{ADJECTIVES[number % 7]} {NAMES[number % 11]}', f'{5 + number * 7 % 90 / 10:.1f} m',
                 str(1971 + number * 13 % 52)] for number in range(1, 61))),
        paragraph('Moorings 61 to 80 are repaired and not let this year.'),
    ],
}
