"""stub"""
def geocinco(spec, setup):
    return iter(())
