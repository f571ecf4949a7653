"""`cfglint facts` counts what Python counts in the same data, estimates take it, and what is broken, hostile or a program ends
in a message, status 2 and nothing written."""
import json
import math
import os
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import zlib

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
random.seed(20)
checks, problems = 0, []


def run(*args):
    p = subprocess.run([exe, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return p.returncode, p.stdout.decode(), p.stderr.decode('utf-8', 'replace')


def check(what, good):
    global checks
    checks += 1
    if not good:
        problems.append(what)


def write(path, content):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path, 'wb') as f:
        f.write(content if isinstance(content, bytes) else content.encode())


def facts(*args):
    status, out, err = run('facts', '--format', 'json', *args)
    check('%s: %s' % (args, err), status == 0)
    d = json.loads(out) if status == 0 else {'figures': []}
    return d, {f['name'] + (str(f['cell']) if 'cell' in f else ''): f for f in d['figures']}


def three(f):
    return [f['low'], f['expected'], f['high']]


def quantile(numbers, share):
    ranked = sorted(numbers)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)]


def objects_of(counts):
    """What the figures of a list of counts by image are."""
    counts = [n for n in counts if n]
    ranked = sorted(counts, reverse=True)
    return {'objects': [ranked[7 if len(ranked) >= 8 else 0], ranked[0], ranked[0]],
            'partner_objects': [quantile(counts, q) for q in (0.5, 1 - 1 / 24, 1 - 1 / 96)],
            'typical_objects': math.floor(sum(counts) / len(counts) + 0.5)}


def same_objects(what, got, counts):
    want = objects_of(counts)
    check('%s: objects %s, not %s' % (what, got.get('objects'), want), three(got['objects']) == want['objects'] and
          three(got['partner_objects']) == want['partner_objects'] and got['typical_objects']['value'] == want['typical_objects'])


def same_sizes(what, got, sizes):
    short, long = [min(s) for s in sizes], [max(s) for s in sizes]
    ratios = [(100 * b + a // 2) // a / 100 for a, b in zip(short, long)]
    want = [min(short), max(short), min(long), max(long), min(ratios), quantile(ratios, 0.5), max(ratios)]
    have = [got['height']['low'], got['height']['high'], got['width']['low'], got['width']['high'], *three(got['ratio'])]
    check('%s: sizes %s, not %s' % (what, have, want), have == want)


# --- annotations -----------------------------------------------------------------------------------------------------

SIZES = [(random.choice([640, 480, 500, 1023]), random.choice([427, 640, 333])) for _ in range(300)] + [(1, 3)]
COUNTS = [int(random.expovariate(1 / 7)) for _ in SIZES]


def coco():
    images = [dict(id=10 ** 17 + i, width=w, height=h, file_name='%d "x".jpg' % i) for i, (w, h) in enumerate(SIZES)]
    objects = []
    for image, n in zip(images, COUNTS):
        for k in range(n):
            width, height = ((20, 3e1), (1, 2), (2, 1))[k % 3]  # mmdet leaves out what is less than one pixel wide
            objects.append(dict(image_id=image['id'], bbox=[0, 1.5, width, height], area=12.5, iscrowd=0, segmentation=[[1, 2.5, -3e2]]))
        objects.append(dict(image_id=image['id'], bbox=[0, 0, 9, 9], area=9, iscrowd=1))
        objects.append(dict(image_id=image['id'], bbox=[0, 0, 0.5, 9], area=4, iscrowd=0))
        objects.append(dict(image_id=image['id'], bbox=[0, 0, 9, 9], area=4, ignore=True))
    random.shuffle(objects)
    return images, objects


def annotations():
    images, objects = coco()
    for name, order in (('a.json', ('images', 'annotations')), ('b.json', ('annotations', 'images'))):
        whole = dict(images=images, annotations=objects, info=dict(x=[[[{}]]]))
        write(name, json.dumps({k: whole[k] for k in ('info', *order)}, indent=1 if name == 'b.json' else None))
        _, got = facts(name)
        same_objects(name, got, COUNTS)
        same_sizes(name, got, SIZES)
    same_objects('two files, each with images of its own', facts('a.json', 'b.json')[1], COUNTS + COUNTS)
    panoptic = [dict(image_id=i, segments_info=[dict(iscrowd=int(k == 0)) for k in range(n + 1)]) for i, n in enumerate(COUNTS)]
    write('panoptic.json', json.dumps(dict(annotations=panoptic)))
    same_objects('panoptic', facts('panoptic.json')[1], COUNTS)
    modern = [dict(img_path='x', width=w, height=h, instances=[dict(ignore_flag=int(k == 0), bbox=[1, 2, 3, 4]) for k in range(n + 1)])
              for (w, h), n in zip(SIZES, COUNTS)]
    write('modern.json', json.dumps(dict(metainfo={}, data_list=modern)))
    _, got = facts('modern.json')
    same_objects('data_list', got, COUNTS)
    same_sizes('data_list', got, SIZES)
    middle = [dict(width=w, height=h, ann=dict(bboxes=[[1, 2, 3, 4]] * n, labels=[1] * n)) for (w, h), n in zip(SIZES, COUNTS)]
    write('middle.json', json.dumps(middle))
    same_objects('middle format', facts('middle.json')[1], COUNTS)
    kitti = [dict(annos=dict(name=['Car'] * n + ['DontCare'])) for n in COUNTS]
    write('kitti.json', json.dumps(kitti))
    same_objects('infos of KITTI', facts('kitti.json')[1], COUNTS)
    newer = [dict(instances=[dict(bbox_label_3d=1, bbox_3d=[0] * 7)] * n + [dict(bbox_label_3d=-1, bbox_3d=[0] * 7)]) for n in COUNTS]
    write('newer.json', json.dumps(dict(metainfo={}, data_list=newer)))
    same_objects('infos of mmdet3d 1.1', facts('newer.json')[1], COUNTS)
    write('tables/sample_annotation.json', json.dumps([dict(sample_token='t%d' % i, instance_token='i', num_lidar_pts=int(k > 0))
                                                       for i, n in enumerate(COUNTS) for k in range(n + 1)]))
    write('tables/sample_data.json', json.dumps([dict(sample_token='t1', width=1600, height=900), dict(sample_token='t1', width=0, height=0)]))
    _, got = facts('tables')
    same_objects('nuScenes', got, COUNTS)
    same_sizes('nuScenes', got, [(1600, 900)])
    for i, ((w, h), n) in enumerate(zip(SIZES, COUNTS)):
        write('voc/%03d.xml' % i, '<?xml version="1.0"?><!-- <object/> --><annotation><size><width>%d</width><height>%d</height></size>%s'
              '<object><name>x</name><difficult>1</difficult><part><bndbox/></part></object></annotation>' %
              (w, h, '<object><name>a</name><difficult>0</difficult><bndbox><xmin>1</xmin></bndbox></object>' * n))
    _, got = facts('voc')
    same_objects('VOC', got, COUNTS)
    same_sizes('VOC', got, SIZES)
    for name in ('a.json', 'panoptic.json', 'modern.json', 'middle.json', 'kitti.json', 'newer.json', 'voc/000.xml'):
        check(name + ' is counted', facts(name)[0]['read']['annotations'] == 1)


# --- images ----------------------------------------------------------------------------------------------------------

def png(w, h):
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, 8, 2, 0, 0, 0)) + chunk(b'IEND', b'')


# Tables may come before the frame, whose marker is any of C0 to CF but for theirs.
FRAMES, TABLES = [m for m in range(0xc0, 0xd0) if m not in (0xc4, 0xc8, 0xcc)], (0xc4, 0xc8, 0xcc, 0xbf, 0xd0)


def jpeg_of(marker, table):
    def make(w, h):
        preview = b'\xff\xe1' + struct.pack('>H', 2 + 9000) + b'\xff\xc0' * 4500
        frame = b'\xff\xff' + bytes([marker]) + struct.pack('>HBHHB', 17, 8, h, w, 3) + bytes(9)
        return b'\xff\xd8' + preview + b'\xff' + bytes([table]) + struct.pack('>HBHHB', 17, 8, 7, 9, 3) + bytes(9) + frame + b'\xff\xd9'
    return make


def bmp_of(direction):
    return lambda w, h: b'BM' + bytes(16) + struct.pack('<ii', w, direction * h) + bytes(20)


def gif(w, h):
    return b'GIF89a' + struct.pack('<HH', w, h) + bytes(30)


def webp(kind, data):
    return b'RIFF\x00\x00\x00\x00WEBP' + kind + data + bytes(8)


def extended(w, h):
    return webp(b'VP8X', bytes(8) + (w - 1).to_bytes(3, 'little') + (h - 1).to_bytes(3, 'little'))


def lossless(w, h):
    return webp(b'VP8L', bytes(4) + b'\x2f' + struct.pack('<I', w - 1 | h - 1 << 14))


def lossy(w, h):
    return webp(b'VP8 ', bytes(7) + b'\x9d\x01\x2a' + struct.pack('<HH', w | 1 << 14, h | 1 << 14))


def images():
    jpeg = jpeg_of(0xc2, 0xc4)
    kinds = [('jpg', jpeg_of(m, TABLES[i % len(TABLES)])) for i, m in enumerate(FRAMES)] + [
        ('png', png), ('bmp', bmp_of(-1)), ('bmp', bmp_of(1)), ('gif', gif), ('webp', extended), ('webp', lossless), ('webp', lossy)]
    for i, (w, h) in enumerate(SIZES[:50]):
        end, make = kinds[i % len(kinds)]
        write('pictures/%d/%d.%s' % (i % 3, i, end), make(w, h))
    for i, (end, make) in enumerate(kinds):
        write('one/%d/x.%s' % (i, end), make(641, 1423))
        same_sizes('image %d' % i, facts('one/%d' % i)[1], [(641, 1423)])
    for i, (end, make) in enumerate(kinds):  # sides that take all bytes of the header, as far as 2^20
        most = {lossless: 1 << 14, lossy: (1 << 14) - 1}.get(make, 65535 if end in ('jpg', 'gif') else 1 << 20)
        for side in (most, most * 2 // 3):
            write('wide/%d/x.%s' % (i, end), make(side, 300))
            write('wide/%d/y.%s' % (i, end), make(300, side))
            same_sizes('wide image %d' % i, facts('wide/%d' % i)[1], [(side, 300), (300, side)])
    for n in range(4070, 4100):  # the file ends with its sides, before and after the first page of it
        frame = b'\xff\xc0' + struct.pack('>HBHH', 17, 8, 300 + n, 200)
        write('pages/%d.jpg' % n, b'\xff\xd8\xff\xfe' + struct.pack('>H', n - len(frame) - 4) + bytes(n - len(frame) - 6) + frame)
    check('ends of files', facts('pages')[0]['read']['images'] == 30)
    for n in range(4094, 4098):  # so many segments may come before it, and no byte between them
        frame = b'\xff\xc0' + struct.pack('>HBHH', 17, 8, 300, 200)
        write('segments/%d/x.jpg' % n, b'\xff\xd8' + b'\xff\xfe\0\2' * n + frame)
        write('between/%d/x.jpg' % n, b'\xff\xd8' + b'\xff\xfe\0\2' * (n - 4000) + b'\0' + frame)
        check('%d segments' % n, ('  200  ' in run('facts', 'segments/%d' % n)[1]) == (n < 4096))
        check('a byte between', '  200  ' not in run('facts', 'between/%d' % n)[1])
    for side, wide in ((641, 'True'), (642, 'False')):  # a square one is as a wide one
        write('square/x.png', png(641, side))
        run('facts', 'square', '-o', '.cfglint/square.star', '--force')
        check('%d high' % side, 'always_wide=' + wide in open('.cfglint/square.star').read())
    os.remove('.cfglint/square.star')
    for n in range(11):  # folders at most eight below the one that is named
        write('deep/' + 'x/' * n + 'x.png', png(30, 40 + n))
    check('deep folders', facts('deep')[1]['width']['high'] == 48)
    write('pictures/.left.png', png(2000, 2000))
    write('pictures/wide.png', png((1 << 20) + 1, 300))
    write('pictures/broken.png', png(0, 7))
    write('pictures/lying.png', png(2 ** 31 - 1, 2 ** 31 - 1))
    write('pictures/cut.jpg', jpeg(10, 10)[:9000])
    write('pictures/text.jpg', 'hello')
    d, got = facts('pictures')
    same_sizes('images', got, SIZES[:50])
    check('broken images do not count: %s' % d['read'], d['read']['unreadable'] == 5 and d['read']['images'] == 50)


# --- clouds ----------------------------------------------------------------------------------------------------------

RANGE, CELL = [0, -40, -3, 70.4, 40, 1], [0.05, 0.05, 0.1]


def cloud(n):
    points = []
    for _ in range(n):
        r, a = random.uniform(2, 80), random.uniform(-1, 1)
        points.append((r * math.cos(a), r * math.sin(a), random.uniform(-2, -1.5)))
    points += [(8, RANGE[1], -2), (8, RANGE[4], -2), (8, 0, RANGE[2]), (8, 0, RANGE[5])]  # the range's own sides
    return [struct.unpack('<3f', struct.pack('<3f', *p)) for p in points] + [(math.nan, 0, 0), (math.inf, 0, 0)]


def conv(cells, kernel, stride, padding, shape):
    out = set()
    for cell in cells:
        axes = []
        for k in range(3):
            reach = cell[k] + padding[k]
            axes.append([o for o in range(max(0, (reach - kernel[k]) // stride[k]), reach // stride[k] + 1)
                         if o < shape[k] and 0 <= reach - o * stride[k] < kernel[k]])
        out |= {(z, y, x) for z in axes[0] for y in axes[1] for x in axes[2]}
    return out


# The strided convolutions of mmdet3d's SparseEncoder on this grid; the last has a stride along z alone.
LAYERS = (('rows_800x21', (21, 800, 704), (1, 1, 1)), ('rows_400x11', (11, 400, 352), (1, 1, 1)), ('rows_200x5', (5, 200, 176), (0, 1, 1)))

CONFIG = '''
data_root = 'data/kitti/'
voxel = dict(max_num_points=5, point_cloud_range=%r, voxel_size=%r, max_voxels=(16000, 40000))
model = dict(
    type='VoxelNet',
    data_preprocessor=dict(type='Det3DDataPreprocessor', voxel=True, voxel_layer=voxel),
    voxel_encoder=dict(type='HardSimpleVFE'),
    middle_encoder=dict(type='SparseEncoder', in_channels=4, sparse_shape=[41, 1600, 1408], order=('conv', 'norm', 'act')),
    backbone=dict(type='SECOND', in_channels=256, layer_nums=[5, 5], layer_strides=[1, 2], out_channels=[128, 256]),
    neck=dict(type='SECONDFPN', in_channels=[128, 256], upsample_strides=[1, 2], out_channels=[256, 256]))
train_dataloader = dict(batch_size=2, dataset=dict(type='KittiDataset', data_root=data_root, ann_file='kitti_infos_train.pkl', pipeline=[
    dict(type='LoadPointsFromFile', coord_type='LIDAR', load_dim=4, use_dim=4),
    dict(type='PointsRangeFilter', point_cloud_range=voxel['point_cloud_range']),
    dict(type='Pack3DDetInputs', keys=['points'])]))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='AdamW', lr=0.001))
train_cfg = dict(by_epoch=True, max_epochs=2)
default_scope = 'mmdet3d'
''' % (RANGE, CELL)


def clouds():
    write('configs/second.py', CONFIG)
    counts, cells, factors, finite = [], [], {name: [] for name, _, _ in LAYERS}, []
    for i in range(7):
        points = cloud(700 + 211 * i)
        whole = ''.join('%r %r %r 0.5\n' % p for p in points[:-2])
        if i == 5:
            write('data/kitti/training/velodyne/5.pcd', 'VERSION .7\nFIELDS x y z i\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\n'
                  'WIDTH %d\nHEIGHT 1\nPOINTS %d\nDATA ascii\n' % (len(points) - 2, len(points) - 2) + whole)
        elif i == 6:
            head = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, 4), }\n" % len(points)
            write('data/kitti/training/velodyne/6.npy', b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode() +
                  b''.join(struct.pack('<4d', *p, 0) for p in points))
        else:
            write('data/kitti/training/velodyne/%d.bin' % i, b''.join(struct.pack('<4f', *p, 0.5) for p in points))
        finite.append(len(points) - 2)
        inside = [p for p in points if all(RANGE[k] <= p[k] < RANGE[k + 3] for k in range(3))]
        now = {tuple(math.floor((p[k] - RANGE[k]) / CELL[k]) for k in (2, 1, 0)) for p in inside}
        counts.append(len(inside))
        cells.append(len(now))
        for name, shape, padding in LAYERS:
            after = conv(now, (3, 3, 3), (2, 2, 2), padding, shape)
            factors[name].append(len(after) / len(now))
            now = after
    d, got = facts('data/kitti/training/velodyne', '--for', 'configs/second.py')
    for name, numbers in (('points', counts), ('voxels' + str(CELL), cells)):
        mean, top = statistics.mean(numbers), statistics.mean(numbers) + 2 * statistics.stdev(numbers)
        want = [math.floor(mean), math.floor(min(top, max(numbers))), max(numbers)]
        check('%s: %s, not %s' % (name, got.get(name), want), name in got and three(got[name]) == want)
    for name, numbers in factors.items():
        check('%s: %s, not %s' % (name, got.get(name), statistics.mean(numbers)),
              name in got and abs(got[name]['expected'] - statistics.mean(numbers)) < 1e-6)
    check('the name is the config\'s: %s' % d['name'], d['name'] == 'data/kitti/kitti_infos_train.pkl')
    sources = [facts('data/kitti', '--load-dim', '4', *more)[0]['source'] for more in ((), ('--clouds', '3'))]
    check('how many were read: %s' % sources, '7 clouds' in sources[0] and ' of 7' not in sources[0] and '3 clouds of 7' in sources[1])
    check('one of seven is read', facts('data/kitti', '--clouds', '1', '--load-dim', '4')[0]['read']['clouds'] == 1)
    got = facts('data/kitti', '--clouds', '2', '--load-dim', '4')[1]['points']  # evenly spread: the first and the fourth
    check('two of seven: %s' % got, got['low'] == (finite[0] + finite[3]) // 2 and got['high'] == finite[3])
    write('packed/0.pcd', 'FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nPOINTS 1000\nDATA binary_compressed\n' + 'x' * 30)
    check('points that are compressed are counted', three(facts('packed')[1]['points']) == [1000] * 3)
    fields = 'FIELDS n x y z\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 3 1 1 1\nPOINTS 2\nDATA '  # three numbers before each point
    write('fields/0.pcd', fields + 'ascii\n' + '0 0 0 1 2 0.5\n0 0 0 70 39 0\n')
    write('fields/1.pcd', fields.encode() + b'binary\n' + struct.pack('<12f', 0, 0, 0, 1, 2, 0.5, 0, 0, 0, 70, 39, 0))
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n"
    write('fields/2.npy', b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode() + struct.pack('<6f', 1, 2, 0.5, 70, 39, 0))
    for name, numbers in facts('fields', '--for', 'configs/second.py')[1].items():
        check('fields of several numbers: %s %s' % (name, numbers), name not in ('points', 'voxels' + str(CELL)) or three(numbers) == [2, 2, 2])


def spellings():
    """One cloud in every way that its formats allow to write it: each has the same points in range, and the same cells."""
    points = [(1, 2, 0.5), (70, 39, 0), (80, 0, 0), (1.01, 2.01, 0.5)]

    def pcd(order='x y z', size=4, data='ascii', count='1 1 1', gap=' ', end='\n', before='', kind='F'):
        axes = order.split()
        rows = [[p['xyz'.index(a)] if a in 'xyz' else 9 for a in axes] for p in points]
        head = before + end.join(gap.join(words) for words in (
            ['FIELDS', *axes], ['SIZE', *[str(size)] * len(axes)], ['TYPE', *[kind] * len(axes)], ['COUNT', *count.split()], ['WIDTH', '4'],
            ['HEIGHT', '1'], ['POINTS', '4'], ['DATA', data])) + end
        numbers = [n for row in rows for n in row]
        return head.encode() + (''.join(gap.join('%r' % n for n in row) + end for row in rows).encode() if data == 'ascii' else
                                struct.pack('<%d%s' % (len(numbers), 'f' if size == 4 else 'd'), *numbers))

    def npy(kind='<f4', version=1, dims=3, more=''):
        head = ("{'descr': '%s', 'fortran_order': False, 'shape': (4, %d), }%s\n" % (kind, dims, more)).encode()
        size = struct.pack('<H' if version == 1 else '<I', len(head))
        row = '<%d%s' % (dims, 'f' if kind == '<f4' else 'd')
        return b'\x93NUMPY' + bytes([version, 0]) + size + head + b''.join(struct.pack(row, *p, *[9] * (dims - 3)) for p in points)

    ways = {
        'plain.pcd': pcd(), 'tabs.pcd': pcd(gap='\t'), 'blanks.pcd': pcd(gap='  \t '), 'carriage.pcd': pcd(end='\r\n'),
        'turned.pcd': pcd('z y x'), 'beside.pcd': pcd('i x y z', count='1 1 1 1'), 'double.pcd': pcd(size=8, data='binary'),
        'single.pcd': pcd(data='binary'), 'turned_double.pcd': pcd('y i z x', 8, 'binary', '1 1 1 1'),
        'long.pcd': pcd(before='# ' + 'comment ' * 200 + '\n'), 'version.pcd': pcd(before='VERSION .7\n\n'),
        'first.npy': npy(), 'second.npy': npy(version=2), 'third.npy': npy(version=3), 'double.npy': npy('<f8'), 'wide.npy': npy(dims=64),
        'padded.npy': npy(more=' ' * 900),
    }
    for name, text in ways.items():
        folder = 'spelled/' + name.replace('.', '_')
        write('%s/%s' % (folder, name), text)
        got = facts(folder, '--for', 'configs/second.py')[1]
        for key, want in (('points', 3), ('voxels' + str(CELL), 2)):
            check('%s: %s of %s' % (key, got.get(key), name), key in got and three(got[key]) == [want] * 3)
    for name, text, why in (
            ('integers.pcd', pcd(kind='I'), 'x, y and z'), ('half.pcd', pcd(size=2, data='binary'), 'x, y and z'), ('flat.pcd', pcd('x y', count='1 1'), 'x, y and z'),
            ('big.npy', npy(kind='>f4'), 'float32'), ('narrow.npy', npy(dims=65), 'row for each'), ('short.npy', npy()[:-1], 'points than there are bytes'),
            ('short.pcd', pcd()[:-8], 'before its last point')):
        refused(name, text, why)


# Cells of a cylinder: distance, angle and height of a point, which lies in an outermost cell where it is outside.
CYLINDER = '''
grid, bounds = [48, 36, 32], [0, -3.14159265359, -4, 50, 3.14159265359, 2]
model = dict(
    type='Cylinder3D',
    data_preprocessor=dict(type='Det3DDataPreprocessor', voxel=True, voxel_type='cylindrical',
                           voxel_layer=dict(grid_shape=grid, point_cloud_range=bounds, max_num_points=-1, max_voxels=-1)),
    voxel_encoder=dict(type='SegVFE', feat_channels=[8], in_channels=6, feat_compression=4, grid_shape=grid, point_cloud_range=bounds),
    backbone=dict(type='Asymm3DSpconv', grid_size=grid, input_channels=4, base_channels=4),
    decode_head=dict(type='Cylinder3DHead', channels=16, num_classes=5))
train_dataloader = dict(batch_size=2, dataset=dict(type='SemanticKittiDataset', data_root='data/scans/', ann_file='train.pkl', pipeline=[
    dict(type='LoadPointsFromFile', coord_type='LIDAR', load_dim=4, use_dim=4)]))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='AdamW', lr=0.001))
train_cfg = dict(by_epoch=True, max_epochs=2)
default_scope = 'mmdet3d'
'''


def single(x):
    return struct.unpack('<f', struct.pack('<f', x))[0]


def dims():
    """A point has as many numbers as a config or the option says, from 3 to 64."""
    write('wide/data/ours/deep/1.bin', bytes(4 * 2 * 3 * 64 * 65))
    for n in (2, 3, 64, 65):
        write('configs/dims.py', CONFIG.replace('load_dim=4', 'load_dim=%d' % n))
        for more in (('--for', 'configs/dims.py'), ('--load-dim', str(n))):
            status, out, err = run('facts', '--format', 'json', *more, 'wide/data/ours')
            points = [f['expected'] for f in json.loads(out)['figures'] if f['name'] == 'points'] if status == 0 else None
            check('%d numbers, %s: %s %s' % (n, more, points, err), points == ([2 * 3 * 64 * 65 // n] if 3 <= n <= 64 else None))


def names():
    """Data are known by their folder below `data`, annotations by their last folders, others by their last one."""
    one = [dict(image_id=1, id=1, bbox=[0, 0, 9, 9], area=81, iscrowd=0)]
    for path, name in (('n/data/ours/train/a.json', 'ours/train/a.json'), ('n/a.json', None), ('n/x/y/z/b.json', 'y/z/b.json')):
        write(path, json.dumps(dict(images=[dict(id=1, width=640, height=480)], annotations=one)))
        got = facts(path)[0]['name']
        check('%s is called %s' % (path, got), got == (name or os.path.basename(os.getcwd()) + '/n/a.json'))
    for path, name in (('n/data/ours/train/x.png', 'ours'), ('n/data/ours/deep/data/theirs/x.png', 'theirs'), ('n/other/x.png', 'other')):
        write(path, png(64, 48))
        got = facts(os.path.dirname(path))[0]['name']
        check('%s is called %s' % (path, got), got == name)
    check('the folder itself', facts('n/data/ours')[0]['name'] == 'ours')


def cylinders():
    write('configs/cylinder.py', CYLINDER)
    grid, bounds = (48, 36, 32), (0, -3.14159265359, -4, 50, 3.14159265359, 2)
    points = [tuple(single(random.gauss(0, s)) for s in (20, 20, 1.5)) for _ in range(5000)]
    write('data/scans/0.bin', b''.join(struct.pack('<4f', *p, 0) for p in points))
    now = set()
    for x, y, z in points:
        at = [single(min(max(v, bounds[k]), bounds[k + 3])) for k, v in enumerate((math.hypot(x, y), math.atan2(y, x), z))]
        now.add(tuple(math.floor((at[k] - bounds[k]) / ((bounds[k + 3] - bounds[k]) / (grid[k] - 1))) for k in range(3)))
    _, got = facts('data/scans', '--for', 'configs/cylinder.py')
    cells = [f for name, f in got.items() if name.startswith('voxels')]
    check('all points count: %s' % got.get('points'), got['points']['high'] == 5000)
    check('cells of a cylinder: %s, not %d' % (cells, len(now)), len(cells) == 1 and abs(cells[0]['high'] - len(now)) < 3)
    after = conv(now, (3, 3, 3), (2, 2, 2), (1, 1, 1), (24, 18, 16))
    check('rows after: %s, not %g' % (got.get('rows_24x16'), len(after) / len(now)),
          abs(got['rows_24x16']['expected'] - len(after) / len(now)) < 0.01)


# --- estimates -------------------------------------------------------------------------------------------------------

def estimate(path):
    status, out, err = run('estimate', '--format', 'json', path)
    check('%s: %s' % (path, err), status in (0, 1))
    return {a['name']: a for a in json.loads(out)['assumptions']}, json.loads(out)['memory']['allocated_bytes']


def estimates():
    before, bytes_before = estimate('configs/second.py')
    for name, step in (('one', ''), ('joined', "dict(type='LoadPointsFromMultiSweeps', sweeps_num=3),")):
        write('configs/%s.py' % name, CONFIG.replace("    dict(type='PointsRange", "    %s dict(type='PointsRange" % step, 1))
    found = ['voxels' + str(CELL) in facts('data/kitti/training/velodyne', '--for', 'configs/%s.py' % name)[1] for name in ('one', 'joined')]
    check('cells of one cloud are not those of several sweeps: %s' % found, found == [True, False])
    check('nothing is measured yet', not any(a['measured'] for a in before.values()))
    status, _, err = run('facts', 'data/kitti/training/velodyne', '--for', 'configs/second.py', '-o', '.cfglint/datasets.star')
    check('the file is written: ' + err, status == 0)
    after, bytes_after = estimate('configs/second.py')
    _, got = facts('data/kitti/training/velodyne', '--for', 'configs/second.py')
    for name in ('points', 'rows_800x21', 'rows_400x11', 'rows_200x5'):
        check('%s is measured: %s' % (name, after[name]), after[name]['measured'] and
              all(abs(a - b) < 1e-6 * b for a, b in zip(three(after[name]), three(got[name]))) and 'velodyne' in after[name]['source'])
    check('voxels are measured', after['voxels']['measured'] and after['voxels']['high'] == three(got['voxels' + str(CELL)])[2])
    check('objects are still assumed', not after['objects']['measured'])
    check('fewer points take less', bytes_after['expected'] < bytes_before['expected'])
    text = run('estimate', 'configs/second.py')[1]
    check('the report says so', 'Measured in the data' in text and 'Assumed, because' in text)
    # Again: only with --force, and never over something else.
    old = open('.cfglint/datasets.star').read()
    check('it is not replaced', run('facts', 'a.json', '-o', '.cfglint/datasets.star')[0] == 2 and open('.cfglint/datasets.star').read() == old)
    status, _, err = run('facts', 'data/kitti', '--for', 'configs/second.py', '-o', '.cfglint/datasets.star', '--force')
    check('--force replaces it: ' + err, status == 0)
    check('no other name', run('facts', 'a.json', '-o', 'x.txt')[0] == 2 and not os.path.exists('x.txt'))
    check('not its own input', run('facts', 'a.json', '-o', 'a.json', '--force')[0] == 2 and json.load(open('a.json')))
    # Other data of the same class is not meant.
    write('configs/other.py', CONFIG.replace('data/kitti/', 'data/other/'))
    check('other data stay as they were', not estimate('configs/other.py')[0]['points']['measured'])
    # Images, by the name of their annotations.
    write('configs/coco.py', "model = dict(type='RetinaNet', backbone=dict(type='ResNet', depth=18, num_stages=4, out_indices=(0, 1, 2, 3)), neck=dict("
          "type='FPN', in_channels=[64, 128, 256, 512], out_channels=64, num_outs=5), bbox_head=dict(type='RetinaHead', num_classes=3, "
          "in_channels=64, feat_channels=64, stacked_convs=1, anchor_generator=dict(type='AnchorGenerator', octave_base_scale=4, "
          "scales_per_octave=3, ratios=[1.0], strides=[8, 16, 32, 64, 128])), train_cfg=dict(assigner=dict(type='MaxIoUAssigner', "
          "pos_iou_thr=0.5, neg_iou_thr=0.4)))\ntrain_dataloader = dict(batch_size=2, dataset=dict(type='CocoDataset', data_root='data/cats/', "
          "ann_file='annotations/TRAIN.json', pipeline=[dict(type='LoadImageFromFile'), dict(type='LoadAnnotations', with_bbox=True), "
          "dict(type='Resize', scale=(1333, 800), keep_ratio=True), dict(type='PackDetInputs')]))\n"
          "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))\ntrain_cfg = dict(by_epoch=True, max_epochs=2)\n"
          "default_scope = 'mmdet'\n")
    os.makedirs('data/cats/annotations')
    os.rename('a.json', 'data/cats/annotations/TRAIN.json')
    run('facts', 'data/cats/annotations/TRAIN.json', '-o', '.cfglint/cats.star')
    a, _ = estimate('configs/coco.py')
    check('objects and ratios of cats: %s' % a, a['objects']['measured'] and a['objects']['expected'] == max(COUNTS) and a['aspect_ratio']['measured'])
    for text, word in (('objects=(3, 2, 1)', 'objects'), ('objects=(1, 2, 1e300)', 'objects'), ('objects="many"', 'objects'),
                       ('height=(-1, 5)', 'height'), ('voxels=[]', 'voxels'), ('assumptions={"points": 5}', 'assumptions'),
                       ('nonsense=1', 'nonsense')):
        write('.cfglint/cats.star', 'measured("cats/annotations/train.json", %s)\n' % text)
        status, out, err = run('estimate', '--format', 'json', 'configs/coco.py')
        check('%s: status %d, %s' % (text, status, err), status == 2 and word in err and 'cats.star:1:' in err)
    os.remove('.cfglint/cats.star')


# --- what cannot be used ---------------------------------------------------------------------------------------------

def refused(name, content, word, *args):
    if content is not None:
        write(name, content)
    before = sorted(os.listdir('.'))
    status, out, err = run('facts', name, '-o', '.cfglint/never.star', *args)
    check('%s: status %d, %r lacks %r' % (name, status, err, word), status == 2 and word in err and out == '' and err.count('\n') <= 4)
    check('%s: something was written' % name, sorted(os.listdir('.')) == before and not os.path.exists('.cfglint/never.star'))


def hostile():
    good = json.dumps(dict(images=[dict(id=1, width=4, height=5)], annotations=[dict(image_id=1, bbox=[1, 2, 3, 4])]))
    for n in (1, 20, 60, len(good) - 1):
        refused('cut.json', good[:n], 'the file ends')
    refused('void.json', '', 'the file ends')
    refused('deep.json', '[' * 100000, 'limit nesting')
    refused('comma.json', '{"images": [1 2]}', "line 1, byte 14")
    refused('lines.json', '{\n\n"images": [\n{"width" 5}]}', 'line 4')
    refused('zero.json', '{"images": []\0}', "a ',' or '}' is missing")
    refused('words.json', '[tru]', 'a JSON value is expected')
    refused('control.json', '["\n"]', 'control character')
    refused('many.json', json.dumps(dict(annotations=[dict(image_id=i, bbox=[0, 0, 9, 9]) for i in range(50)])), 'data_records', '--limit', 'data_records=9')
    refused('large.json', ' ' * 5000 + good, 'limit data_bytes', '--limit', 'data_bytes=4096')
    write('huge.json', '{"images": [{"width": 1e999, "height": 123456789012345678901234567890}, {"width": %s, "height": -5}, {"width": NaN}]}' % ('9' * 5000))
    check('huge numbers are no sizes', facts('huge.json')[0]['figures'] == [])
    refused('laughs.xml', '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">' + ''.join('<!ENTITY %s "%s">' % (n, ('&%s;' % p) * 10) for p, n in zip('abcdefgh', 'bcdefghi')) +
            ']><a>&i;</a>', 'line 1')
    refused('deep.xml', '<a>' * 1000, 'nested too deeply')
    refused('cut.xml', '<annotation><size>', 'line 1')
    refused('infos.pkl', b'\x80\x04cos\nsystem\n(S\'touch owned\'\ntR.', 'is a program')
    check('no pickle is loaded', not os.path.exists('owned'))
    refused('short.bin', bytes(16 * 5 + 3), '--load-dim', '--load-dim', '4')
    refused('which.bin', bytes(80 * 5), '--load-dim')
    refused('more.npy', b"\x93NUMPY\x01\x00\x46\x00{'descr': '<f4', 'fortran_order': False, 'shape': (9999999, 4), }        \n" + bytes(16), 'more points')
    refused('object.npy', b"\x93NUMPY\x01\x00\x46\x00{'descr': '|O', 'fortran_order': False, 'shape': (1, 4), }              \n" + bytes(16), 'no array')
    refused('more.pcd', 'FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nPOINTS 99999999999999999999\nDATA binary\n', 'more points')
    refused('wide.pcd', 'FIELDS x y z\nSIZE 8 8 4\nTYPE F F F\nCOUNT 1 1 0\nPOINTS 2\nDATA binary\n' + 'x' * 64, 'points')
    refused('whole.pcd', 'FIELDS x y z\nSIZE 4 4 4\nTYPE I I I\nCOUNT 1 1 1\nPOINTS 2\nDATA binary\n' + 'x' * 24, 'x, y and z')
    refused('axes.pcd', 'FIELDS a b c\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nPOINTS 1\nDATA ascii\n1 2 3\n', 'x, y and z')
    refused('unknown.tar', 'x', 'no kind of file')
    refused('nowhere.json', None, 'No such file')
    refused('nowhere', None, 'no such folder')
    os.mkfifo('pipe.json')
    refused('pipe.json', None, 'not a regular file')
    # Links out of a folder are not followed, and one that is named is.
    os.makedirs('linked')
    os.symlink('/etc/passwd', 'linked/1.json')
    os.symlink('..', 'linked/up')
    os.symlink('../pipe.json', 'linked/pipe.json')
    write('linked/2.png', png(3, 4))
    d, _ = facts('linked')
    check('links: %s' % d['read'], d['read']['links'] == 3 and d['read']['images'] == 1)


def beside_bad_ones():
    """All files that cannot be used are told about; the others are counted, but for counts of a text that breaks off."""
    for i in range(3):
        write('beside/%d.png' % i, png(30, 40))
        write('beside/c%d.npy' % i, 'no cloud')
    write('beside/z.bin', bytes(16 * 5))
    status, out, err = run('facts', '--format', 'json', 'beside', '--load-dim', '4', '-o', '.cfglint/never.star')
    check('bad clouds: %d %s' % (status, err), status == 2 and err.count('npy') == 3)
    read = json.loads(out)['read'] if out else {}
    check('what is beside them: %s' % read, read.get('images') == 3 and not os.path.exists('.cfglint/never.star'))
    for i in range(30):
        write('beside/b%02d.json' % i, '{"images": [{"width": 3, "height": 4}, 1')
    status, out, err = run('facts', 'beside', '--load-dim', '4')
    check('bad annotations: %d %s' % (status, err), status == 2 and out == '' and err.count('json') == 20 and '13 more files' in err)


def logs():
    write('run.log', ' - INFO - PyTorch: 1.10.0+cu113\nGPU 0,1,2,3: Tesla V100\n' + 'x' * 200000 + '\nmemory: 3456, loss: 1\nmemory: 12, loss: 1\n')
    d, _ = facts('run.log')
    check('a log: %s' % d['log'], d['log'] == {'torch': '1.10.0+cu113', 'cuda': '', 'gpu': 'Tesla V100', 'memory_mib': 3456})


def release():
    """Which PyTorch an estimate takes, and who says so."""
    def torch(*args):
        d = json.loads(run('estimate', '--format', 'json', 'project/configs/second.py', *args)[1])
        span = [(u['low'], u['high']) for u in d['uncertainties'] if u['name'] == 'torch']
        return d['regime']['torch'], d['regime']['torch_from'], span
    write('project/configs/second.py', CONFIG)
    write('project/.git/HEAD', '')
    free = torch()
    check('nobody says: %s' % (free,), free[0] == '2.0' and free[1].startswith('assumed') and free[2])
    write('project/README.md', 'It runs with PyTorch 2.1+ (we use [PyTorch](https://x.y) 2.3).')
    check('a guide allows: %s' % (torch(),), torch()[0] == '2.1' and 'README.md' in torch()[1])
    write('project/docker/Dockerfile', 'ARG PYTORCH="1.8.0"\nARG CUDA="10.1"\nFROM pytorch/pytorch:${PYTORCH}-cuda${CUDA}-cudnn7-devel\n')
    check('an image pins: %s' % (torch(),), torch()[:2] == ('1.8', 'as in docker/Dockerfile'))
    write('project/docker/Dockerfile', 'FROM pytorch/pytorch:1.9.0-cuda10.2-cudnn7-devel\nENV TORCH_CUDA_ARCH_LIST="6.0"\n')
    check('its tag does: %s' % (torch(),), torch()[:2] == ('1.9', 'as in docker/Dockerfile'))
    write('project/docs/install.md', 'pip install torch==1.9.1+cu111 torchvision==0.10.1')
    check('a guide pins: %s' % (torch(),), torch()[:2] == ('1.9', 'as in docs/install.md'))
    check('a card allows: %s' % (torch('--gpu', 'h100'),), torch('--gpu', 'h100')[0] == '2.0')
    write('project/requirements/runtime.txt', 'numpy\ntorch>=1.6,<1.9\n')
    check('requirements bind: %s' % (torch(),), torch()[0] == '1.8' and 'requirements/runtime.txt' in torch()[1] and torch()[2] == [])
    check('--torch has the last word', torch('--torch', '2.5')[:2] == ('2.5', '--torch'))
    os.remove('project/requirements/runtime.txt')
    os.symlink('/etc/passwd', 'project/requirements.txt')
    check('a link out is not read: %s' % (torch(),), torch()[0] == '1.9')


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.makedirs('.git')
    for part in (annotations, images, clouds, spellings, dims, names, cylinders, estimates, hostile, beside_bad_ones, logs, release):
        part()
print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
