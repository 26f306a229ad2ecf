package main

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/pager"
)

// typed walks an object through its life with the typed client.
func typed(ctx context.Context, w *world) error {
	claims := w.client.ResourceV1().ResourceClaims(w.namespace)
	made, err := claims.Create(ctx, claim("c"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if err := expect("default count", made.Spec.Devices.Requests[0].Exactly.Count, 1); err != nil {
		return err
	}
	if _, err := claims.Create(ctx, claim("c"), metav1.CreateOptions{}); !apierrors.IsAlreadyExists(err) {
		return fmt.Errorf("a second create should say AlreadyExists, not: %v", err)
	}
	if _, err := claims.Get(ctx, "none", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		return fmt.Errorf("get of nothing should say NotFound, not: %v", err)
	}
	changed, err := claims.UpdateStatus(ctx, allocated(made, w.namespace), metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	if _, err := claims.UpdateStatus(ctx, made, metav1.UpdateOptions{}); !apierrors.IsConflict(err) {
		return fmt.Errorf("an outdated update should say Conflict, not: %v", err)
	}
	got, err := claims.Get(ctx, "c", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err := expect("version after update", got.ResourceVersion, changed.ResourceVersion); err != nil {
		return err
	}
	invalid := claim("Wrong_Name")
	if _, err := claims.Create(ctx, invalid, metav1.CreateOptions{}); !apierrors.IsInvalid(err) {
		return fmt.Errorf("a wrong name should say Invalid, not: %v", err)
	}
	list, err := claims.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	if err := expect("claims", len(list.Items), 1); err != nil {
		return err
	}
	_, err = claims.Patch(ctx, "c", types.MergePatchType, []byte(`{"metadata":{"labels":{"a":"b"}}}`), metav1.PatchOptions{})
	if err != nil {
		return err
	}
	wrong := types.UID("11111111-2222-3333-4444-555555555555")
	err = claims.Delete(ctx, "c", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &wrong}})
	if !apierrors.IsConflict(err) {
		return fmt.Errorf("a delete of another uid should say Conflict, not: %v", err)
	}
	if err := claims.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "a=b"}); err != nil {
		return err
	}
	if _, err := claims.Get(ctx, "c", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		return fmt.Errorf("the claim should be gone, not: %v", err)
	}
	return nil
}

// discover asks what there is, aggregated and group by group, and maps kinds to resources with it.
func discover(ctx context.Context, w *world) error {
	client := discovery.NewDiscoveryClientForConfigOrDie(w.config)
	version, err := client.ServerVersion()
	if err != nil {
		return err
	}
	if err := expect("major version", version.Major, "1"); err != nil {
		return err
	}
	groups, err := restmapper.GetAPIGroupResources(client)
	if err != nil {
		return err
	}
	mapping, err := restmapper.NewDiscoveryRESTMapper(groups).RESTMapping(schema.GroupKind{Group: "resource.k8s.io", Kind: "ResourceClaim"})
	if err != nil {
		return err
	}
	if err := expect("preferred version", mapping.Resource.Version, "v1"); err != nil {
		return err
	}
	legacy := discovery.NewDiscoveryClientForConfigOrDie(w.config)
	legacy.UseLegacyDiscovery = true
	_, lists, err := legacy.ServerGroupsAndResources()
	if err != nil {
		return err
	}
	_, aggregated, err := client.ServerGroupsAndResources()
	if err != nil {
		return err
	}
	if err := sameResources(lists, aggregated); err != nil {
		return err
	}
	if _, err := client.OpenAPISchema(); err != nil {
		return fmt.Errorf("/openapi/v2 as protobuf: %w", err)
	}
	paths, err := client.OpenAPIV3().Paths()
	if err != nil {
		return err
	}
	document, there := paths["apis/resource.k8s.io/v1"]
	if !there {
		return fmt.Errorf("/openapi/v3 does not name apis/resource.k8s.io/v1")
	}
	text, err := document.Schema("application/json")
	if err != nil {
		return err
	}
	if len(text) < 10_000 {
		return fmt.Errorf("the OpenAPI document of resource.k8s.io/v1 has %d bytes only", len(text))
	}
	return nil
}

func sameResources(one, other []*metav1.APIResourceList) error {
	names := func(lists []*metav1.APIResourceList) []string {
		var all []string
		for _, l := range lists {
			for _, r := range l.APIResources {
				all = append(all, fmt.Sprintf("%s/%s namespaced=%t verbs=%v short=%v", l.GroupVersion, r.Name, r.Namespaced, r.Verbs, r.ShortNames))
			}
		}
		slices.Sort(all)
		return all
	}
	a, b := names(one), names(other)
	for i := 0; i < max(len(a), len(b)); i++ {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return fmt.Errorf("the two kinds of discovery differ: group by group %q, aggregated %q", at(a, i), at(b, i))
		}
	}
	return nil
}

func at(all []string, i int) string {
	if i < len(all) {
		return all[i]
	}
	return "nothing"
}

var slicesResource = schema.GroupVersionResource{Group: "resource.k8s.io", Version: "v1", Resource: "resourceslices"}

// dynamically uses maps instead of types, in an older version too.
func dynamically(ctx context.Context, w *world) error {
	client := dynamic.NewForConfigOrDie(w.config)
	object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(slice(w.namespace+"-dyn", nil))
	if err != nil {
		return err
	}
	body := &unstructured.Unstructured{Object: object}
	body.SetGroupVersionKind(slicesResource.GroupVersion().WithKind("ResourceSlice"))
	made, err := client.Resource(slicesResource).Create(ctx, body, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	old := slicesResource
	old.Version = "v1beta1"
	got, err := client.Resource(old).Get(ctx, made.GetName(), metav1.GetOptions{})
	if err != nil {
		return err
	}
	devices, _, _ := unstructured.NestedSlice(got.Object, "spec", "devices")
	model, _, _ := unstructured.NestedString(devices[0].(map[string]any), "basic", "attributes", "model", "string")
	if err := expect("model in v1beta1", model, "a100"); err != nil {
		return err
	}
	return client.Resource(slicesResource).Delete(ctx, made.GetName(), metav1.DeleteOptions{})
}

// pages reads a list in pages, and finds everything once.
func pages(ctx context.Context, w *world) error {
	secrets := w.client.CoreV1().Secrets(w.namespace)
	for i := range 23 {
		if _, err := secrets.Create(ctx, secret(fmt.Sprintf("m-%02d", i)), metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	calls := 0
	p := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		calls++
		return secrets.List(ctx, options)
	})
	p.PageSize = 5
	var names []string
	err := p.EachListItem(ctx, metav1.ListOptions{}, func(object runtime.Object) error {
		names = append(names, object.(metav1.Object).GetName())
		return nil
	})
	if err != nil {
		return err
	}
	if err := expect("pages", calls, 5); err != nil {
		return err
	}
	slices.Sort(names)
	return expect("different names in all pages", len(slices.Compact(names)), 23)
}

// metadataOnly asks for nothing but metadata: as protocol buffers, which is what the client does by
// itself, and as JSON.
func metadataOnly(ctx context.Context, w *world) error {
	if _, err := w.client.ResourceV1().ResourceClaims(w.namespace).Create(ctx, claim("c"), metav1.CreateOptions{}); err != nil {
		return err
	}
	if err := metadataBy(ctx, w, metadata.ConfigFor(w.config)); err != nil {
		return fmt.Errorf("as protocol buffers: %w", err)
	}
	config := metadata.ConfigFor(w.config)
	config.ContentType = "application/json"
	config.AcceptContentTypes = "application/json"
	return metadataBy(ctx, w, config)
}

func metadataBy(ctx context.Context, w *world, config *rest.Config) error {
	resource := slicesResource.GroupVersion().WithResource("resourceclaims")
	client := metadata.NewForConfigOrDie(config).Resource(resource).Namespace(w.namespace)
	list, err := client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	if err := expect("partial objects", len(list.Items), 1); err != nil {
		return err
	}
	one, err := client.Get(ctx, "c", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err := expect("name", one.Name, "c"); err != nil {
		return err
	}
	watcher, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		return err
	}
	defer watcher.Stop()
	patch := []byte(`{"metadata":{"labels":{"by":"` + list.ResourceVersion + `"}}}`)
	changed, err := client.Patch(ctx, "c", types.MergePatchType, patch, metav1.PatchOptions{})
	if err != nil {
		return err
	}
	if err := expect("label of the answer", changed.Labels["by"], list.ResourceVersion); err != nil {
		return err
	}
	event := <-watcher.ResultChan()
	told, good := event.Object.(*metav1.PartialObjectMetadata)
	if !good {
		return fmt.Errorf("the watch told of a %T", event.Object)
	}
	return expect("label of the event", told.Labels["by"], list.ResourceVersion)
}
