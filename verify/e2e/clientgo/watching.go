package main

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// watches sees one object come, change and go, and resumes from the middle.
func watches(ctx context.Context, w *world) error {
	maps := w.client.CoreV1().ConfigMaps(w.namespace)
	list, err := maps.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	made, err := maps.Create(ctx, configMap("m", nil), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	made.Data = map[string]string{"a": "b"}
	changed, err := maps.Update(ctx, made, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	if err := maps.Delete(ctx, "m", metav1.DeleteOptions{}); err != nil {
		return err
	}
	if err := seen(ctx, w, list.ResourceVersion, "ADDED", "MODIFIED", "DELETED"); err != nil {
		return err
	}
	if err := seen(ctx, w, made.ResourceVersion, "MODIFIED", "DELETED"); err != nil {
		return err
	}
	if err := seen(ctx, w, changed.ResourceVersion, "DELETED"); err != nil {
		return err
	}
	return selected(ctx, w)
}

func seen(ctx context.Context, w *world, from string, want ...string) error {
	stream, err := w.client.CoreV1().ConfigMaps(w.namespace).Watch(ctx, metav1.ListOptions{
		ResourceVersion: from, FieldSelector: "metadata.name=m",
	})
	if err != nil {
		return err
	}
	defer stream.Stop()
	last := from
	for _, kind := range want {
		event, err := next(stream)
		if err != nil {
			return fmt.Errorf("from %s: %w", from, err)
		}
		if string(event.Type) != kind {
			return fmt.Errorf("from %s: got %s, want %s", from, event.Type, kind)
		}
		version := event.Object.(*corev1.ConfigMap).ResourceVersion
		if !newer(version, last) {
			return fmt.Errorf("from %s: %s has the version %s after %s", from, kind, version, last)
		}
		last = version
	}
	return nil
}

// selected checks that an object that leaves a selection is told as deleted.
func selected(ctx context.Context, w *world) error {
	maps := w.client.CoreV1().ConfigMaps(w.namespace)
	stream, err := maps.Watch(ctx, metav1.ListOptions{LabelSelector: "in=yes"})
	if err != nil {
		return err
	}
	defer stream.Stop()
	object := configMap("mover", nil)
	object, err = maps.Create(ctx, object, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	for _, label := range []string{"yes", "no"} {
		object.Labels = map[string]string{"in": label}
		if object, err = maps.Update(ctx, object, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	for _, want := range []watch.EventType{watch.Added, watch.Deleted} {
		event, err := next(stream)
		if err != nil {
			return err
		}
		if event.Type != want {
			return fmt.Errorf("an object that moves through a selection: got %s, want %s", event.Type, want)
		}
	}
	return nil
}

func next(stream watch.Interface) (watch.Event, error) {
	for {
		select {
		case event, open := <-stream.ResultChan():
			switch {
			case !open:
				return event, fmt.Errorf("the watch ended")
			case event.Type == watch.Error:
				return event, apierrors.FromObject(event.Object)
			case event.Type != watch.Bookmark:
				return event, nil
			case event.Object.(metav1.Object).GetAnnotations()[metav1.InitialEventsAnnotationKey] == "true":
				return event, nil
			}
		case <-time.After(10 * time.Second):
			return watch.Event{}, fmt.Errorf("no event in 10 s")
		}
	}
}

func newer(a, b string) bool {
	x, _ := strconv.ParseUint(a, 10, 64)
	y, _ := strconv.ParseUint(b, 10, 64)
	return x > y
}

// watchLists streams a list: what there is, a bookmark that ends it, and then changes.
func watchLists(ctx context.Context, w *world) error {
	secrets := w.client.CoreV1().Secrets(w.namespace)
	for _, name := range []string{"a", "b", "c"} {
		if _, err := secrets.Create(ctx, secret(name), metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	yes := true
	stream, err := secrets.Watch(ctx, metav1.ListOptions{
		SendInitialEvents: &yes, AllowWatchBookmarks: true, ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
	})
	if err != nil {
		return err
	}
	defer stream.Stop()
	for _, name := range []string{"a", "b", "c"} {
		event, err := next(stream)
		if err != nil {
			return err
		}
		if event.Type != watch.Added || event.Object.(metav1.Object).GetName() != name {
			return fmt.Errorf("got %s of %s, want ADDED of %s", event.Type, event.Object.(metav1.Object).GetName(), name)
		}
	}
	event, err := next(stream)
	if err != nil {
		return err
	}
	if event.Type != watch.Bookmark {
		return fmt.Errorf("the initial events should end with a bookmark, not %s", event.Type)
	}
	if _, err := secrets.Create(ctx, secret("d"), metav1.CreateOptions{}); err != nil {
		return err
	}
	event, err = next(stream)
	if err != nil {
		return err
	}
	return expect("the change after the list", event.Object.(metav1.Object).GetName(), "d")
}

// journal is what an informer told of each object, and whether that can be true.
type journal struct {
	mutex   sync.Mutex
	present map[string]string
	wrong   []string
	events  int
}

func (j *journal) note(kind string, object any) {
	if gone, yes := object.(cache.DeletedFinalStateUnknown); yes {
		object = gone.Obj
	}
	o := object.(metav1.Object)
	key := o.GetNamespace() + "/" + o.GetName()
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.events++
	before, there := j.present[key]
	switch {
	case kind == "add" && there:
		j.wrong = append(j.wrong, fmt.Sprintf("%s was added twice (%s, %s)", key, before, o.GetResourceVersion()))
	case kind != "add" && !there:
		j.wrong = append(j.wrong, fmt.Sprintf("%s of %s, which is not there", kind, key))
	case kind == "update" && !newer(o.GetResourceVersion(), before):
		j.wrong = append(j.wrong, fmt.Sprintf("%s went from version %s to %s", key, before, o.GetResourceVersion()))
	}
	if kind == "delete" {
		delete(j.present, key)
	} else {
		j.present[key] = o.GetResourceVersion()
	}
}

func (j *journal) OnAdd(object any, _ bool) { j.note("add", object) }

func (j *journal) OnUpdate(old, object any) {
	// After a list, an informer tells of objects that did not change, too.
	if old.(metav1.Object).GetResourceVersion() != object.(metav1.Object).GetResourceVersion() {
		j.note("update", object)
	}
}

func (j *journal) OnDelete(object any) { j.note("delete", object) }

// agrees tells whether the informer knows exactly what is there now.
func (j *journal) agrees(truth map[string]string) (bool, string) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	for key, version := range truth {
		if j.present[key] != version {
			return false, fmt.Sprintf("%s is at %s, the informer has %q", key, version, j.present[key])
		}
	}
	for key := range j.present {
		if _, there := truth[key]; !there {
			return false, key + " is gone, the informer has it"
		}
	}
	return true, ""
}

// informs keeps informers on slices and claims through crashes of the server, while a writer goes on.
func informs(ctx context.Context, w *world) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	label := map[string]string{"e2e": w.namespace}
	factory := informers.NewSharedInformerFactoryWithOptions(w.client, 0, informers.WithTweakListOptions(
		func(o *metav1.ListOptions) { o.LabelSelector = "e2e=" + w.namespace }))
	sliceJournal, claimJournal := &journal{present: map[string]string{}}, &journal{present: map[string]string{}}
	sliceInformer := factory.Resource().V1().ResourceSlices().Informer()
	claimInformer := factory.Resource().V1().ResourceClaims().Informer()
	if _, err := sliceInformer.AddEventHandler(sliceJournal); err != nil {
		return err
	}
	if _, err := claimInformer.AddEventHandler(claimJournal); err != nil {
		return err
	}
	relists := 0
	_ = sliceInformer.SetWatchErrorHandlerWithContext(func(_ context.Context, _ *cache.Reflector, err error) {
		if apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
			relists++
		}
	})
	factory.Start(ctx.Done())
	for kind, good := range factory.WaitForCacheSync(ctx.Done()) {
		if !good {
			return fmt.Errorf("the informer of %v never got in step", kind)
		}
	}
	for round := range 3 {
		stop := make(chan struct{})
		stopped := make(chan struct{})
		acknowledged := 0
		go func() {
			defer close(stopped)
			acknowledged = writeUntil(ctx, w, fmt.Sprintf("%s-%d", w.namespace, round), label, stop)
		}()
		time.Sleep(300 * time.Millisecond)
		if err := w.crash(); err != nil {
			close(stop)
			return err
		}
		time.Sleep(300 * time.Millisecond)
		close(stop)
		<-stopped
		if acknowledged == 0 {
			return fmt.Errorf("round %d: no write was acknowledged", round)
		}
		err := until(ctx, fmt.Sprintf("round %d: the informers know what is there", round), func() (bool, string) {
			return inStep(ctx, w, sliceJournal, claimJournal)
		})
		if err != nil {
			return err
		}
	}
	for _, j := range []*journal{sliceJournal, claimJournal} {
		if len(j.wrong) > 0 {
			return fmt.Errorf("%d events that cannot be, the first: %s", len(j.wrong), j.wrong[0])
		}
	}
	fmt.Printf("    informers: %d events of slices, %d of claims, through 3 crashes, %d lists anew\n",
		sliceJournal.events, claimJournal.events, relists)
	return w.client.ResourceV1().ResourceSlices().DeleteCollection(ctx, metav1.DeleteOptions{},
		metav1.ListOptions{LabelSelector: "e2e=" + w.namespace})
}

func inStep(ctx context.Context, w *world, slices, claims *journal) (bool, string) {
	options := metav1.ListOptions{LabelSelector: "e2e=" + w.namespace}
	truth := map[string]string{}
	list, err := w.client.ResourceV1().ResourceSlices().List(ctx, options)
	if err != nil {
		return false, err.Error()
	}
	for _, s := range list.Items {
		truth["/"+s.Name] = s.ResourceVersion
	}
	if good, why := slices.agrees(truth); !good {
		return false, why
	}
	truth = map[string]string{}
	claimList, err := w.client.ResourceV1().ResourceClaims(w.namespace).List(ctx, options)
	if err != nil {
		return false, err.Error()
	}
	for _, c := range claimList.Items {
		truth[c.Namespace+"/"+c.Name] = c.ResourceVersion
	}
	return claims.agrees(truth)
}

// writeUntil creates, changes and deletes slices and claims until it is stopped, and goes on where
// the server is away. It returns how many writes were acknowledged.
func writeUntil(ctx context.Context, w *world, prefix string, label map[string]string, stop <-chan struct{}) int {
	slices := w.client.ResourceV1().ResourceSlices()
	claims := w.client.ResourceV1().ResourceClaims(w.namespace)
	acknowledged := 0
	count := func(err error) bool {
		if err != nil {
			time.Sleep(20 * time.Millisecond)
			return false
		}
		acknowledged++
		return true
	}
	for i := 0; ; i++ {
		select {
		case <-stop:
			return acknowledged
		default:
		}
		name := fmt.Sprintf("%s-%d", prefix, i)
		made, err := slices.Create(ctx, slice(name, label), metav1.CreateOptions{})
		if count(err) {
			made.Spec.Pool.Generation = 2
			_, err = slices.Update(ctx, made, metav1.UpdateOptions{})
			count(err)
		}
		if i%3 == 2 {
			count(slices.Delete(ctx, name, metav1.DeleteOptions{}))
		}
		wanted := claim(name)
		wanted.Labels = label
		var c *resourcev1.ResourceClaim
		c, err = claims.Create(ctx, wanted, metav1.CreateOptions{})
		if count(err) {
			_, err = claims.UpdateStatus(ctx, allocated(c, name), metav1.UpdateOptions{})
			count(err)
		}
	}
}
