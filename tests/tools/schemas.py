"""JSON schemas of the reports that services read, and readers of all formats that are strict: `READERS[format](bytes)` raises."""
import json
import xml.etree.ElementTree as ET

import jsonschema

# The parts of the SARIF 2.1.0 schema (OASIS) that the report uses, with their required properties.
TEXT = {'type': 'object', 'required': ['text'], 'properties': {'text': {'type': 'string'}}}
POSITIVE = {'type': 'integer', 'minimum': 1}
LOCATION = {
    'type': 'object', 'additionalProperties': False,
    'properties': {
        'id': {'type': 'integer', 'minimum': -1},
        'message': TEXT,
        'logicalLocations': {'type': 'array', 'items': {'type': 'object'}},
        'physicalLocation': {
            'type': 'object', 'required': ['artifactLocation', 'region'],
            'properties': {
                'artifactLocation': {'type': 'object', 'required': ['uri'],
                                     'properties': {'uri': {'type': 'string', 'pattern': r'^[^ \\]+$'}}},
                'region': {'type': 'object', 'additionalProperties': False,
                           'properties': {k: POSITIVE for k in ('startLine', 'startColumn', 'endLine', 'endColumn')}},
            }}}}
LEVEL = {'enum': ['none', 'note', 'warning', 'error']}
SARIF = {
    'type': 'object', 'required': ['version', 'runs'], 'additionalProperties': False,
    'properties': {
        '$schema': {'type': 'string', 'format': 'uri'},
        'version': {'const': '2.1.0'},
        'runs': {'type': 'array', 'minItems': 1, 'items': {
            'type': 'object', 'required': ['tool'], 'additionalProperties': False,
            'properties': {
                'columnKind': {'enum': ['utf16CodeUnits', 'unicodeCodePoints']},
                'tool': {'type': 'object', 'required': ['driver'], 'properties': {'driver': {
                    'type': 'object', 'required': ['name'],
                    'properties': {'rules': {'type': 'array', 'uniqueItems': True, 'items': {
                        'type': 'object', 'required': ['id'],
                        'properties': {
                            'shortDescription': TEXT, 'fullDescription': TEXT, 'help': TEXT,
                            'defaultConfiguration': {'type': 'object', 'properties': {'level': LEVEL}}}}}}}}},
                'results': {'type': 'array', 'items': {
                    'type': 'object', 'required': ['message'], 'additionalProperties': False,
                    'properties': {
                        'ruleId': {'type': 'string'},
                        'ruleIndex': {'type': 'integer', 'minimum': -1},
                        'level': LEVEL,
                        'message': TEXT,
                        'locations': {'type': 'array', 'items': LOCATION},
                        'relatedLocations': {'type': 'array', 'uniqueItems': True, 'items': LOCATION},
                        'partialFingerprints': {'type': 'object', 'additionalProperties': {'type': 'string'}},
                        'properties': {'type': 'object'},  # a bag of the tool's own
                        'suppressions': {'type': 'array', 'items': {
                            'type': 'object', 'required': ['kind'],
                            'properties': {'kind': {'enum': ['inSource', 'external']}}}}}}},
            }}}}}
GITLAB = {'type': 'array', 'items': {
    'type': 'object', 'required': ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    'properties': {
        'severity': {'enum': ['info', 'minor', 'major', 'critical', 'blocker']},
        'location': {'type': 'object', 'required': ['path', 'lines'],
                     'properties': {'lines': {'type': 'object', 'required': ['begin']}}}}}}


def no_constant(word):
    raise ValueError(word)


def strict(out):
    data = json.loads(out.decode('utf-8'), parse_constant=no_constant)
    json.dumps(data, ensure_ascii=False).encode('utf-8')  # no lone surrogate
    return data


def by(schema):
    return lambda out: jsonschema.validate(strict(out), schema)


READERS = {
    'json': strict, 'jsonl': lambda out: [strict(x) for x in out.splitlines()], 'junit': ET.fromstring, 'checkstyle': ET.fromstring,
    'sarif': by(SARIF), 'gitlab': by(GITLAB),
}
