package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	applycore "k8s.io/client-go/applyconfigurations/core/v1"
	applyresource "k8s.io/client-go/applyconfigurations/resource/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/util/retry"
)

// secret is of a kind of which a namespace has none by itself.
func secret(name string) *corev1.Secret {
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: name}}
}

func configMap(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: data}
}

// conflicts lets eight writers count up one number, each retrying where it lost.
func conflicts(ctx context.Context, w *world) error {
	const writers, times = 8, 25
	maps := w.client.CoreV1().ConfigMaps(w.namespace)
	if _, err := maps.Create(ctx, configMap("counter", map[string]string{"n": "0"}), metav1.CreateOptions{}); err != nil {
		return err
	}
	patience := retry.DefaultRetry
	patience.Steps = 1000
	var group sync.WaitGroup
	failures := make(chan error, writers)
	for range writers {
		group.Go(func() {
			for range times {
				err := retry.RetryOnConflict(patience, func() error {
					current, err := maps.Get(ctx, "counter", metav1.GetOptions{})
					if err != nil {
						return err
					}
					n, _ := strconv.Atoi(current.Data["n"])
					current.Data["n"] = strconv.Itoa(n + 1)
					_, err = maps.Update(ctx, current, metav1.UpdateOptions{})
					return err
				})
				if err != nil {
					failures <- err
					return
				}
			}
		})
	}
	group.Wait()
	close(failures)
	for err := range failures {
		return err
	}
	got, err := maps.Get(ctx, "counter", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return expect("the counter", got.Data["n"], writers*times)
}

// applies uses typed server-side apply, meets a conflict, reads its causes and forces.
func applies(ctx context.Context, w *world) error {
	maps := w.client.CoreV1().ConfigMaps(w.namespace)
	red := applycore.ConfigMap("shared", w.namespace).WithData(map[string]string{"colour": "red"})
	if _, err := maps.Apply(ctx, red, metav1.ApplyOptions{FieldManager: "alice"}); err != nil {
		return err
	}
	blue := applycore.ConfigMap("shared", w.namespace).WithData(map[string]string{"colour": "blue"})
	_, err := maps.Apply(ctx, blue, metav1.ApplyOptions{FieldManager: "bob"})
	if !apierrors.IsConflict(err) {
		return fmt.Errorf("another manager should meet a conflict, not: %v", err)
	}
	causes := err.(apierrors.APIStatus).Status().Details.Causes
	if len(causes) != 1 || causes[0].Type != metav1.CauseTypeFieldManagerConflict || causes[0].Field != ".data.colour" {
		return fmt.Errorf("the conflict should name the field and the manager: %v", causes)
	}
	forced, err := maps.Apply(ctx, blue, metav1.ApplyOptions{FieldManager: "bob", Force: true})
	if err != nil {
		return err
	}
	if err := expect("colour", forced.Data["colour"], "blue"); err != nil {
		return err
	}
	if err := expect("managers", len(forced.ManagedFields), 1); err != nil {
		return err
	}
	extracted, err := applycore.ExtractConfigMap(forced, "bob")
	if err != nil {
		return err
	}
	if err := expect("what bob owns", extracted.Data["colour"], "blue"); err != nil {
		return err
	}
	return applyStatus(ctx, w)
}

// applyStatus lets two drivers write their parts of one claim's status.
func applyStatus(ctx context.Context, w *world) error {
	claims := w.client.ResourceV1().ResourceClaims(w.namespace)
	made, err := claims.Create(ctx, claim("c"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if _, err := claims.UpdateStatus(ctx, allocated(made, w.namespace), metav1.UpdateOptions{}); err != nil {
		return err
	}
	part := applyresource.ResourceClaim("c", w.namespace).WithStatus(applyresource.ResourceClaimStatus().WithDevices(
		applyresource.AllocatedDeviceStatus().WithDriver("gpu.example.com").WithPool(w.namespace).WithDevice("gpu-0").
			WithNetworkData(applyresource.NetworkDeviceData().WithInterfaceName("eth1"))))
	done, err := claims.ApplyStatus(ctx, part, metav1.ApplyOptions{FieldManager: "driver"})
	if err != nil {
		return err
	}
	if done.Status.Allocation == nil || len(done.Status.Devices) != 1 {
		return fmt.Errorf("the status should have the allocation and the device: %v", done.Status)
	}
	return nil
}

// elects lets two candidates lead one after the other.
func elects(ctx context.Context, w *world) error {
	var log sync.Map
	ended := make(chan string, 2)
	candidate := func(ctx context.Context, name string) {
		lock := &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Name: "leader", Namespace: w.namespace},
			Client:     kubernetes.NewForConfigOrDie(w.config).CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: name},
		}
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: lock, ReleaseOnCancel: true,
			LeaseDuration: 3 * time.Second, RenewDeadline: 2 * time.Second, RetryPeriod: 200 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { log.Store(name, true) },
				OnStoppedLeading: func() { ended <- name },
			},
		})
	}
	leads := func(name string) func() (bool, string) {
		return func() (bool, string) { _, yes := log.Load(name); return yes, "not leading" }
	}
	first, stop := context.WithCancel(ctx)
	defer stop()
	go candidate(first, "first")
	if err := until(ctx, "the first candidate leads", leads("first")); err != nil {
		return err
	}
	second, stopSecond := context.WithCancel(ctx)
	defer stopSecond()
	go candidate(second, "second")
	time.Sleep(time.Second)
	if yes, _ := leads("second")(); yes {
		return fmt.Errorf("there were two leaders")
	}
	stop()
	if err := until(ctx, "the second candidate leads", leads("second")); err != nil {
		return err
	}
	lease, err := w.client.CoordinationV1().Leases(w.namespace).Get(ctx, "leader", metav1.GetOptions{})
	if err != nil {
		return err
	}
	stopSecond()
	<-ended
	<-ended
	return expect("holder", *lease.Spec.HolderIdentity, "second")
}

// protobuf tells how far a client gets that asks for protobuf, as Kubernetes' own components do.
// A server need not speak it, but must say so in a way that such clients understand.
func protobuf(ctx context.Context, w *world) error {
	config := *w.config
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	reading := kubernetes.NewForConfigOrDie(&config)
	if _, err := reading.CoreV1().ConfigMaps(w.namespace).List(ctx, metav1.ListOptions{}); err != nil {
		return fmt.Errorf("a client that prefers protobuf and accepts JSON must be able to read: %w", err)
	}
	_, err := reading.CoreV1().ConfigMaps(w.namespace).Create(ctx, configMap("in-protobuf", nil), metav1.CreateOptions{})
	switch {
	case err == nil:
		fmt.Println("    protobuf: bodies are understood")
	case apierrors.IsUnsupportedMediaType(err):
		fmt.Println("    protobuf: bodies are refused with 415; writers must be set to JSON (contentType of their kubeconfig or --kube-api-content-type)")
	default:
		return fmt.Errorf("a body in protobuf should be understood or answered 415, not: %w", err)
	}
	config.AcceptContentTypes = "application/vnd.kubernetes.protobuf"
	strict := kubernetes.NewForConfigOrDie(&config)
	_, err = strict.CoreV1().ConfigMaps(w.namespace).List(ctx, metav1.ListOptions{})
	switch {
	case err == nil:
		fmt.Println("    protobuf: answers are given")
	case apierrors.IsNotAcceptable(err) || strings.Contains(err.Error(), "406"):
		fmt.Println("    protobuf: answers are refused with 406; readers must accept JSON too")
	default:
		return fmt.Errorf("who accepts protobuf only should get it or 406, not: %w", err)
	}
	return nil
}
