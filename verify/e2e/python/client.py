"""Uses a server through the Python client, as scripts do, and checks what comes of it.

    python client.py KUBECONFIG

Ends with 1 if a check fails.
"""

import sys
import threading
import time
import traceback
import urllib3

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException


def slice_of(name):
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": name, "labels": {"e2e": "python"}},
        "spec": {
            "driver": "gpu.example.com",
            "nodeName": "node-of-" + name,
            "pool": {"name": name, "generation": 1, "resourceSliceCount": 1},
            "devices": [{"name": "gpu-0", "attributes": {"model": {"string": "a100"}}}],
        },
    }


def claim_of(name):
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaim",
        "metadata": {"name": name},
        "spec": {"devices": {"requests": [{"name": "gpu", "exactly": {"deviceClassName": "e2e-gpu"}}]}},
    }


def expect(what, got, want):
    if got != want:
        raise AssertionError(f"{what}: got {got!r}, want {want!r}")


def expect_status(code, call):
    try:
        call()
    except ApiException as e:
        expect("status code", e.status, code)
        return e
    raise AssertionError(f"should have been answered {code}")


def slices(namespace):
    """Create, list, patch and delete slices."""
    api = client.ResourceV1Api()
    name = namespace + "-slice"
    made = api.create_resource_slice(slice_of(name))
    expect("device", made.spec.devices[0].name, "gpu-0")
    expect("model", made.spec.devices[0].attributes["model"].string, "a100")
    listed = api.list_resource_slice(field_selector="spec.nodeName=node-of-" + name)
    expect("names", [s.metadata.name for s in listed.items], [name])
    patched = api.patch_resource_slice(name, {"metadata": {"labels": {"colour": "red"}}})
    expect("label", patched.metadata.labels, {"e2e": "python", "colour": "red"})
    patched = api.patch_resource_slice(name, [{"op": "remove", "path": "/metadata/labels/colour"}])
    expect("label", patched.metadata.labels, {"e2e": "python"})
    api.delete_resource_slice(name)
    expect_status(404, lambda: api.read_resource_slice(name))


def claims(namespace):
    """Create, read, change the status of and delete claims; errors with their reasons."""
    api = client.ResourceV1Api()
    made = api.create_namespaced_resource_claim(namespace, claim_of("c"))
    expect("count", made.spec.devices.requests[0].exactly.count, 1)
    error = expect_status(409, lambda: api.create_namespaced_resource_claim(namespace, claim_of("c")))
    expect("reason", '"reason":"AlreadyExists"' in error.body.replace(" ", ""), True)
    result = {"request": "gpu", "driver": "gpu.example.com", "pool": namespace, "device": "gpu-0"}
    api.patch_namespaced_resource_claim_status(
        "c", namespace, {"status": {"allocation": {"devices": {"results": [result]}}}}
    )
    read = api.read_namespaced_resource_claim("c", namespace)
    expect("device", read.status.allocation.devices.results[0].device, "gpu-0")
    expect_status(422, lambda: api.create_namespaced_resource_claim(namespace, claim_of("Wrong_Name")))
    api.delete_collection_namespaced_resource_claim(namespace)
    expect("claims", api.list_namespaced_resource_claim(namespace).items, [])


def pages(namespace):
    """Read a list in pages."""
    api = client.CoreV1Api()
    for i in range(7):
        api.create_namespaced_config_map(namespace, {"metadata": {"name": f"m-{i}"}, "data": {"i": str(i)}})
    names, token = [], None
    while token != "":
        page = api.list_namespaced_config_map(namespace, limit=3, **({"_continue": token} if token else {}))
        names += [m.metadata.name for m in page.items]
        token = page.metadata._continue or ""
    expect("names", [n for n in names if n.startswith("m-")], [f"m-{i}" for i in range(7)])


def watches(namespace):
    """Watch while another thread writes, and resume from the version of a list."""
    api = client.CoreV1Api()
    start = api.list_namespaced_config_map(namespace).metadata.resource_version

    def write():
        api.create_namespaced_config_map(namespace, {"metadata": {"name": "watched"}})
        api.patch_namespaced_config_map("watched", namespace, {"data": {"a": "b"}})
        api.delete_namespaced_config_map("watched", namespace)

    writer = threading.Thread(target=write)
    writer.start()
    seen = []
    stream = watch.Watch()
    for event in stream.stream(
        api.list_namespaced_config_map, namespace, resource_version=start, timeout_seconds=20,
        field_selector="metadata.name=watched",
    ):
        seen.append(event["type"])
        if event["type"] == "DELETED":
            stream.stop()
    writer.join()
    expect("events", seen, ["ADDED", "MODIFIED", "DELETED"])


def dynamically(namespace):
    """Find a kind by discovery, use it without a class, and apply from the server's side."""
    found = dynamic.DynamicClient(client.ApiClient()).resources.get(
        api_version="resource.k8s.io/v1", kind="ResourceClaim"
    )
    found.create(body=claim_of("dyn"), namespace=namespace)
    expect("kind", found.get(name="dyn", namespace=namespace).kind, "ResourceClaim")
    maps = dynamic.DynamicClient(client.ApiClient()).resources.get(api_version="v1", kind="ConfigMap")
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "applied"}, "data": {"a": "1"}}
    maps.server_side_apply(body=body, name="applied", namespace=namespace, field_manager="alice")
    other = body | {"data": {"a": "2"}}
    expect_status(
        409,
        lambda: maps.server_side_apply(body=other, name="applied", namespace=namespace, field_manager="bob"),
    )


def main():
    urllib3.disable_warnings()
    config.load_kube_config(sys.argv[1])
    spaces = client.CoreV1Api()
    failed = 0
    for check in (slices, claims, pages, watches, dynamically):
        began = time.monotonic()
        namespace = spaces.create_namespace({"metadata": {"generateName": "e2e-python-"}}).metadata.name
        try:
            check(namespace)
            print(f"  python {check.__name__:12} ok, {(time.monotonic() - began) * 1000:.0f} ms", flush=True)
        except Exception as e:
            failed += 1
            print(f"  FAILED python {check.__name__} ({check.__doc__}): {e}", flush=True)
            if not isinstance(e, AssertionError):
                traceback.print_exc()
        spaces.delete_namespace(namespace)
    sys.exit(1 if failed else 0)


main()
