"""Every variant that a table of a described backbone names, as an example of its own; what each counts stands in transcripts/variants.txt.

    tests/variants.py >FOLDER/.cfglint/variants.star
"""
VARIANTS = """
arch mmpretrain.ConvNeXt atto femto pico nano tiny small base large xlarge huge
arch DaViT tiny small base large huge giant
arch EdgeNeXt xxsmall xsmall small base
arch EfficientNetV2 s m l xl b0 b1 b2 b3
arch MobileViT small x_small xx_small
arch mmpretrain.MViT tiny small base large
arch HiViT tiny small base large
arch Conformer tiny small base
arch LeViT 128s 128 192 256 384
arch TinyViT 5m 11m 21m
arch EfficientFormer l1 l3 l7
arch MlpMixer small base large
arch ConvMixer 768/32 1024/20 1536/20
arch VAN tiny small base large b0 b1 b2 b3 b4 b5 b6
arch DenseNet 121 169 201 161
arch MobileNetV3 small small_075 small_050 large
arch EfficientNet b0 b1 b2 b3 b4 b5 b6 b7 b8 l2 es em el
arch PoolFormer s12 s24 s36 m36 m48
arch RepVGG A0 A1 A2 B0 B1 B1g2 B1g4 B2 B2g2 B2g4 B3 B3g2 B3g4 D2se yolox-pai-small
arch MobileOne s0 s1 s2 s3 s4
arch RepLKNet 31B 31L XL
arch RegNet regnetx_400mf regnetx_800mf regnetx_1.6gf regnetx_3.2gf regnetx_4.0gf regnetx_6.4gf regnetx_8.0gf regnetx_12gf
arch mmpretrain.SwinTransformer tiny small base large t s b l
arch mmpretrain.PCPVT small base large
arch mmpretrain.SVT small base large
arch Vig tiny small base
arch PyramidVig tiny small medium base
arch DeiT3 small medium base large huge m
arch mmpretrain.VisionTransformer small base large huge eva-giant eva-g deit-tiny deit-small deit-base dinov2-s dinov2-small dinov2-g
arch ViTSAM base large huge
arch SwinTransformerV2 tiny small base large huge giant
arch TNT small base
arch ViTEVA02 tiny ti small base large
arch MixMIMTransformer base large huge
arch mmaction.MViT tiny small base large
arch mmaction.SwinTransformer3D tiny small base large
depth mmpretrain.ResNet 18 34 50 101 152
depth mmdet.ResNet 18 34 50 101 152
depth ResNeXt 50 101 152
depth ResNeSt 50 101 152 200 269
depth Res2Net 50 101 152
depth SEResNet 50 101 152
depth SEResNeXt 50 101 152
depth ResNetTSM 18 34 50 101 152
depth mmpretrain.VGG 11 13 16 19
groups ShuffleNetV1 1 2 3 4 8
widen_factor ShuffleNetV2 0.5 1.0 1.5 2.0
stdc_type STDCNet STDCNet1 STDCNet2
spec_name VoVNet V-19-slim-dw-eSE V-19-dw-eSE V-19-slim-eSE V-19-eSE V-39-eSE V-57-eSE V-99-eSE
"""
STDC = dict(in_channels=3, channels=[32, 64, 256, 512, 1024], bottleneck_type='cat', norm_cfg=dict(type='BN'), act_cfg=dict(type='ReLU'))
ONE_SIZE = 'EfficientFormer LeViT MixMIMTransformer MlpMixer PyramidVig TNT TinyViT ViTEVA02 Vig'.split()


def image_of(scope, name):
    if scope == 'mmaction':
        return [1, 3, 4, 64, 64]
    return [8, 3, 64, 64] if name == 'ResNetTSM' else [1, 3, 224, 224] if name in ONE_SIZE else [1, 3, 64, 64]


def main():
    for line in VARIANTS.strip().split('\n'):
        key, kind, *values = line.split()
        scope, _, name = kind.rpartition('.')
        for value in values:
            cfg = {'type': name, key: float(value) if key == 'widen_factor' else int(value) if key in ('depth', 'groups') else value}
            cfg.update(STDC if name == 'STDCNet' else {})
            print('example("variant of %s: %s", cfg = %r, scope = %r, input = %r,\n        source = "counted by itself")' % (
                kind, value, cfg, scope or 'mmpretrain', image_of(scope, name)))


if __name__ == '__main__':
    main()
