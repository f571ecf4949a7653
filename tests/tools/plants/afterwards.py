"""By the same hand as `fieldwork`, thought of after the rules that it led to: lists and words of runs, sections that lose a part, tests and sensors once more."""
from plants.fieldwork import steps
from plants.kinds import at, become, C, dicts, E, first_of, inner, is_int, is_numbers, is_step, Kinds, lost, PY, T, with_

KINDS, ABOVE = Kinds(copies=True), Kinds()


def put(name, generations, where, make):
    KINDS.add(name, generations, first_of(where, make))


def in_steps(name, generations, names, make, part='train'):
    KINDS.add(name, generations, lambda c: next((True for s in steps(c, part) if is_step(s, *names) and make(s)), None))


def without(name, generations, names):
    def take(c):
        s = steps(c)
        left = [x for x in s if not is_step(x, *names)]
        if len(left) == len(s) or not left:
            return None
        s[:] = left
        return True
    KINDS.add(name, generations, take)


def rates(name, type, make):
    KINDS.add(name, (E,), lambda c: next((True for s in dicts(c.get('param_scheduler')) if s.get('type') == type and make(s)), None))


# --- runs ---
put('iterations for a loop of epochs', (E,), 'train_cfg', lambda d: is_int(d.get('max_epochs')) and not d.update(type='EpochBasedTrainLoop', max_iters=d.pop('max_epochs')))
rates('a poly schedule with the floor of mmcv', 'PolyLR', lambda s: not s.update(min_lr=s.pop('eta_min', 1e-4)))
rates('a warmup with the words of mmcv', 'LinearLR', lambda s: 'start_factor' in s and not s.update(warmup_ratio=s.pop('start_factor')))
rates('steps without a list', 'MultiStepLR', lost('milestones'))
put('steps without a list', (C,), 'lr_config', lambda d: d.get('policy') == 'step' and lost('step')(d))
put('a cosine without a floor', (C,), 'lr_config', lambda d: d.get('policy') == 'CosineAnnealing' and [d.pop(k) for k in ('min_lr', 'min_lr_ratio') if k in d])
put('a level of logs in small letters', PY, '', lambda c: isinstance(c.get('log_level'), str) and not c.update(log_level='information'))
put('a seed by another name', (E,), '', lambda c: not c.update(randomness=dict(seeds=0)))
put('processes that nobody starts so', (E,), 'env_cfg.mp_cfg', with_(mp_start_method='forks'))
put('a wrapper by its short name', (E,), '', lambda c: not c.update(model_wrapper_cfg=dict(type='DDP')))
put('a strategy for a plain runner', (E,), '', lambda c: not c.get('runner_type') and not c.update(strategy=dict(type='DeepSpeedStrategy', fp16=dict(enabled=True))))
put('an evaluator without a type', (E,), '', lambda c: isinstance(c.get('val_evaluator'), dict) and lost('type')(c['val_evaluator']))
put('a test without an evaluator', (E,), '', lambda c: c.get('test_dataloader') and c.get('test_evaluator') and not c.update(test_evaluator=None))
put('ten samples, left from looking', (E,), '', lambda c: inner(c).get('pipeline') and not inner(c).update(indices=10))
put('averaged twice', PY, '', lambda c: not c.update(custom_hooks=[h for h in c.get('custom_hooks') or [] if 'EMA' not in str(h)] + [dict(type='EMAHook', momentum=0.0002), dict(type='EMAHook', momentum=0.0004)]))
put('a test set without a type', (C,), 'data.test', lost('type'))
put('epochs for a sampler without end', (C,), '', lambda c: is_step(at(c, 'data.shuffler_sampler'), 'InfiniteGroupEachSampleInBatchSampler') and not c.update(runner=dict(type='EpochBasedRunner', max_epochs=24)))
put('classes of the test in another order', PY, '', lambda c: next((True for d in [inner(c, 'val')] for m, k in ((d, 'classes'), (d.get('metainfo'), 'classes')) if isinstance(m, dict) and isinstance(m.get(k), (list, tuple)) and len(m[k]) > 1 and not m.update({k: list(m[k])[::-1]})), None))

# --- models ---
put('weights without a file', PY, ('ResNet', 'ResNetV1c', 'SwinTransformer', 'VisionTransformer'), lambda d: isinstance(d.get('init_cfg'), dict) and lost('checkpoint')(d['init_cfg']))
put('weights by a small letter', PY, ('ResNet', 'ResNetV1c', 'SwinTransformer', 'VisionTransformer'), lambda d: isinstance(d.get('init_cfg'), dict) and 'checkpoint' in d['init_cfg'] and not d['init_cfg'].update(type='pretrained'))
put('regions twice as large', PY, 'model.roi_head.bbox_roi_extractor.roi_layer', become('output_size', 14))
put('masks half as large', PY, 'model.train_cfg.rcnn', become('mask_size', 14, is_int))
put('extra maps of what is no source', PY, ('FPN',), lambda d: 'add_extra_convs' in d and not d.update(add_extra_convs='on_backbone'))
put('two ways to scale anchors', PY, ('AnchorGenerator',), lambda d: 'octave_base_scale' in d and not d.update(scales=[8]))
put('no suppression in the test', PY, 'model.test_cfg.rcnn', lost('nms'))
put('no sampler of regions', PY, 'model.train_cfg.rcnn', lost('sampler'))
put('a decoder of heat maps for two vectors', (E,), ('RTMCCHead', 'SimCCHead'), lambda d: isinstance(d.get('decoder'), dict) and not d.update(decoder=dict(type='MSRAHeatmap', input_size=(192, 256), heatmap_size=(48, 64), sigma=2)))
put('priors that are counted otherwise', (E,), ('YOLOv5HeadModule', 'YOLOv7HeadModule'), lambda d: not d.update(num_base_priors=2))
put('strides of two levels', (E,), ('YOLOv5HeadModule', 'YOLOXHeadModule', 'YOLOv8HeadModule', 'RTMDetSepBNHeadModule', 'PPYOLOEHeadModule'), lambda d: not d.update(featmap_strides=[8, 16]))
put('clips averaged by a word', PY, ('TSNHead', 'I3DHead', 'SlowFastHead', 'TSMHead', 'TimeSformerHead'), become('average_clips', 'mean'))
put('one radius for six tasks', PY, 'model.test_cfg.pts', become('min_radius', lambda v: v[:2] if isinstance(v, (list, tuple)) and len(v) > 2 else None))
put('a center head of other maps', PY, ('CenterHead',), lambda d: is_int(d.get('in_channels')) and not d.update(in_channels=d['in_channels'] + 128))
put('depths from far to near', PY, ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'ViewTransformerLSS', 'ViewTransformerLiftSplatShoot', 'LSSViewTransformerBEVStereo'), lambda d: isinstance(d.get('grid_config'), dict) and next((True for k in ('depth', 'dbound') if is_numbers(d['grid_config'].get(k)) and not d['grid_config'].update({k: [d['grid_config'][k][1], d['grid_config'][k][0], d['grid_config'][k][2]]})), None))
put('depths from far to near', (T,), 'model.encoders.camera.vtransform', become('dbound', lambda v: [v[1], v[0], v[2]]))
put('a text by a word that nobody knows', (E,), ('DBPostprocessor', 'PANPostprocessor', 'PSEPostprocessor', 'FCEPostprocessor'), with_(text_repr_type='polygon'))

# --- steps ---
without('no labels are loaded', PY, ('LoadAnnotations',))
without('nothing is packed', (E,), ('PackDetInputs', 'PackSegInputs', 'PackInputs', 'PackPoseInputs', 'PackActionInputs', 'Pack3DDetInputs', 'PackTextDetInputs', 'PackTextRecogInputs'))
in_steps('boxes are not loaded', PY, ('LoadAnnotations',), lambda s: s.get('with_bbox') is True and not s.update(with_bbox=False))
in_steps('a turn to no side', PY, ('RandomFlip',), with_(direction='horizontl'))
in_steps('images of the test as in training', (C,), ('PrepareImageInputs', 'PrepareImageInputs_Multi'), lambda s: not s.get('is_train') and not s.update(is_train=True), part='test')
in_steps('no sequence for frames', (C,), ('PrepareImageInputs',), lost('sequential'))
in_steps('turns of the ground without a limit', (C,), ('LoadAnnotationsBEVDepth', 'LoadAnnotations', 'LoadAnnotationsAll'), lambda s: isinstance(s.get('bda_aug_conf'), dict) and lost('rot_lim')(s['bda_aug_conf']))


@KINDS.kind('packed before it is turned', E)
def _(c):
    s = steps(c)
    i = next((i for i, x in enumerate(s) if str(x.get('type', '')).startswith('Pack')), None)
    if i is None or not any(is_step(x, 'RandomFlip', 'RandomCrop', 'RandomFlip3D', 'PhotoMetricDistortion') for x in s):
        return None
    s.insert(1, s.pop(i))
    return True


# --- above ---
ABOVE.add('a key that the loader keeps', PY, lambda c: "filename = 'mine.py'\n")
ABOVE.add('a step by its number', C, lambda c: "data = dict(train=dict(pipeline={'2': dict(img_scale=(640, 640))}))\n" if isinstance(at(c, 'data.train.pipeline'), list) else None)
ABOVE.add('a step by its number', E, lambda c: "train_dataloader = dict(dataset=dict(pipeline={'2': dict(scale=(640, 640))}))\n" if isinstance(at(c, 'train_dataloader.dataset.pipeline'), list) else None)
ABOVE.add('a variable that the base has not', E, lambda c: 'train_dataloader = dict(dataset=dict(pipeline=_base_.train_pipline))\n')
ABOVE.add('a variable of the base in mmcv', C, lambda c: 'data = dict(train=dict(pipeline={{_base_.train_pipline}}))\n')
