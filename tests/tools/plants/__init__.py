"""Kinds of mistakes for plant.py, a module a set, in the order in which the sets were written, each by another hand than the rules that find them."""

SETS = {
    'first': 'keys of the other generation, schedules, batches, names',
    'more': 'values of the wrong kind, schedules by what they do, keys of neighbours and of nobody, test data that differ',
    'parts': 'inside lists, and what goes with something else: steps, levels, hooks, what a changed type leaves behind',
    'values': 'one value: out of its range, in quotes, of the wrong kind',
    'meaning': 'what values mean beside each other: rates, hooks, metrics, annotations, lists of one length',
    'audit': 'in copies, of which one value is another: grids, points, pasted objects, widths, losses',
    'sections': 'section by section: arguments that a class refuses, lost or under another name, words of somewhere else',
    'reports': 'as people report them: half of a change, another project, an argument on the wrong level, a part without its type',
    'perception': 'what an engineer of perception mis-edits: levels, anchors, grids and ranges, halves of pipelines, hooks and evaluators of another task',
    'adapted': 'adapted to data, sizes and models of one\'s own: one of two places, a step too early, a part of the mother project',
    'threads': 'read off threads of users: wrappers of data, loaders, augmented tests, clipping and groups, hooks, heads of other sizes',
    'tracebacks': 'as tracebacks and numbers at zero tell it: data, classes, sizes, sensors and frames of one\'s own, parts of another task, arguments of last year',
    'forks': 'of BEV models and their forks: widths, grids, lists for numbers, numbers for lists, halves of schedules, data sets and groups',
    'beyond': 'after the rules that forks led to, and before looking at them: sizes, samples, values and runs once more',
    'fresh': 'by a fresh hand: what two parts count alike, self-supervision, clips and words, groups, sections and folders that are lost',
    'fieldwork': 'by another fresh hand: labels and files, half a change of sizes, losses and coders, sensors, clips, key points, text, inheritance',
    'afterwards': 'by the same hand as `fieldwork`, after its rules: words and lists of runs, sections that lose a part, tests and sensors',
    'everyday': 'by one more hand, over all projects: levels and views, weights that load nowhere, units of schedules, halves of codecs, clips',
    'roads': 'by the same hand: boxes that turn, text, tracks, few shots, models that look from above, points, YOLO and fusion',
    'newstyle': 'new-style files edited as if they were old ones',
}
